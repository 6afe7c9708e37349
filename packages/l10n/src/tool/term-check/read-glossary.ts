import { readFileSync } from 'node:fs';
import { isPlainObject, type Json } from '@helve/core';
import { l10nErrors } from '../../l10n-errors.js';

/** A term and what it may be translated as; the first is preferred. */
export interface GlossaryEntry {
  readonly source: string;
  readonly target: readonly string[];
}

/** Reads a glossary from a file: JSON, or CSV with the columns `source` and `target`; one term may have several rows. */
export function readGlossary(path: string): readonly GlossaryEntry[] {
  const text = loadText(path).replace(/^\ufeff/, '');
  return merge(/^\s*\[/.test(text) ? fromJson(text, path) : fromCsv(text, path));
}

function loadText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw glossaryError(path, 'it cannot be read', cause);
  }
}

function glossaryError(file: string, problem: string, cause?: unknown): Error {
  return l10nErrors.create('L10N_GLOSSARY', { file, problem }, cause === undefined ? {} : { cause });
}

function fromJson(text: string, path: string): readonly GlossaryEntry[] {
  const entries = parseJson(text, path);
  if (!Array.isArray(entries)) throw glossaryError(path, 'it is no list');
  return entries.map((entry, index) => {
    const { source, target } = isPlainObject(entry) ? (entry as Readonly<Record<string, Json>>) : {};
    const targets = [target].flat();
    if (typeof source !== 'string' || !targets.every((each) => typeof each === 'string')) {
      throw glossaryError(path, `entry ${index + 1} has no texts "source" and "target"`);
    }
    return { source, target: targets };
  });
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw glossaryError(path, 'it is no JSON', cause);
  }
}

function fromCsv(text: string, path: string): readonly GlossaryEntry[] {
  const [head = [], ...rows] = csvRows(text);
  const names = head.map((name) => name.trim().toLowerCase());
  const source = names.indexOf('source');
  const target = names.indexOf('target');
  if (source < 0 || target < 0) throw glossaryError(path, 'it has no columns "source" and "target"');
  return rows.map((row) => ({ source: row[source] ?? '', target: [row[target] ?? ''] }));
}

/** Rows of fields with commas between them; a field in quotes may hold anything, a quote twice. */
function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.some((field) => field !== '')) rows.push(row);
    row = [];
  }
  return rows;
}

/** One entry per term; entries without a term or without a translation say nothing. */
function merge(entries: readonly GlossaryEntry[]): readonly GlossaryEntry[] {
  const targets = new Map<string, string[]>();
  for (const { source, target } of entries) {
    const known = targets.get(source.trim()) ?? [];
    known.push(...target.map((text) => text.trim()).filter((text) => text !== '' && !known.includes(text)));
    targets.set(source.trim(), known);
  }
  return [...targets]
    .filter(([source, target]) => source !== '' && target.length > 0)
    .map(([source, target]) => ({ source, target }));
}
