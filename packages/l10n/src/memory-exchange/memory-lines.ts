import { isPlainObject, isToolError, type JsonObject } from '@helve/core';
import type { LocaleId, Runs } from '@helve/flow';
import { decodeRuns, type ByteSource } from '@helve/flow/content';
import { parseError } from '../format/format-error.js';
import { knownLocale } from '../format/xliff/to-variant.js';
import { openText } from '../format/text/open-text.js';
import type { TmDraft, TmEntity, TmEntry, TmOrigin, TmSession } from '../memory/contract.js';

/** Schema id of a memory stored as lines, which is lossless. */
export const MEMORY_SCHEMA = 'helve.memory/v1';

/** One line of a memory file, after the first. */
export type MemoryRecord =
  | { readonly kind: 'session'; readonly session: TmSession }
  | { readonly kind: 'entry'; readonly entry: TmDraft };

/** The first line. */
export const memoryHeader = `${JSON.stringify({ schema: MEMORY_SCHEMA })}\n`;

export function sessionLine(session: TmSession): string {
  return `${JSON.stringify({ kind: 'session', session })}\n`;
}

/** Encodes an entry with its fields in a fixed order, so that equal memories are equal files. */
export function entryLine(stored: TmEntry): string {
  const { id, variants, entities, properties, note, origins, project, createdAt, updatedAt } = stored;
  const entry = { id, variants, entities, properties, note, origins, project, createdAt, updatedAt };
  return `${JSON.stringify({ kind: 'entry', entry })}\n`;
}

const maxLineChars = 64 * 2 ** 20;

/** Reads a memory file; throws with the line of anything that is not of its form. */
export async function* readMemoryLines(
  source: ByteSource,
  file: string,
  maxBytes: number,
): AsyncGenerator<MemoryRecord> {
  let line = 0;
  for await (const text of readLines(source, file, maxBytes)) {
    line += 1;
    if (text.trim() === '' && line > 1) continue;
    const value = parsed(text, file, line);
    if (line === 1) assertHeader(value, file);
    else yield toRecord(value, file, line);
  }
  if (line === 0) throw fault(file, `the first line must be ${memoryHeader.trimEnd()}`, 1);
}

async function* readLines(source: ByteSource, file: string, maxBytes: number): AsyncGenerator<string> {
  const text = await openText(source, { file, maxBytes });
  let rest = '';
  let line = 1;
  for await (const chunk of text.chunks()) {
    const lines = (rest + chunk.text).split('\n');
    rest = lines.pop() ?? '';
    line += lines.length;
    yield* lines;
    if (rest.length > maxLineChars) throw fault(file, 'the line is incomplete', line);
  }
  if (rest !== '') yield rest;
}

function parsed(text: string, file: string, line: number): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault(file, 'the line is not valid JSON and may be truncated', line);
  }
  if (!isPlainObject(value)) throw fault(file, 'the line is not an object', line);
  return value as JsonObject;
}

function assertHeader({ schema }: JsonObject, file: string): void {
  if (schema !== MEMORY_SCHEMA) throw fault(file, `the first line must be ${memoryHeader.trimEnd()}`, 1);
}

function toRecord(value: JsonObject, file: string, line: number): MemoryRecord {
  const { kind, entry, session } = value;
  if (kind === 'session' && isSession(session)) return { kind, session };
  if (kind !== 'entry' || !isPlainObject(entry)) throw fault(file, 'the line is neither an entry nor a session', line);
  try {
    return { kind, entry: toDraft(entry) };
  } catch (error) {
    throw fault(file, isToolError(error) ? error.message : 'the entry cannot be read', line);
  }
}

function isSession(value: unknown): value is TmSession {
  if (!isPlainObject(value)) return false;
  const { id, kind, header, entries, startedAt } = value;
  const isKind = kind === 'import' || kind === 'learn';
  return isText(id) && isKind && isPlainObject(header) && typeof entries === 'number' && isText(startedAt);
}

/** Drops the id: the memory computes it from the content. */
function toDraft(entry: Readonly<Record<string, unknown>>): TmDraft {
  const { variants, entities, properties, note, origins, project, createdAt, updatedAt } = entry;
  if (!isPlainObject(variants)) throw new TypeError('there are no variants');
  const contents: Record<LocaleId, Runs> = {};
  for (const [tag, runs] of Object.entries(variants)) {
    const locale = knownLocale(tag);
    if (locale === undefined) throw new TypeError(`"${tag}" is not a locale`);
    contents[locale] = decodeRuns(runs);
  }
  return {
    variants: contents,
    entities: toList(entities).filter(isEntity),
    properties: toTexts(properties),
    origins: toList(origins).filter(isOrigin),
    ...(isText(note) && { note }),
    ...(isText(project) && { project }),
    ...(isText(createdAt) && { createdAt }),
    ...(isText(updatedAt) && { updatedAt }),
  };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toTexts(value: unknown): Readonly<Record<string, string>> {
  if (!isPlainObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => isText(pair[1])));
}

function isEntity(value: unknown): value is TmEntity {
  return isPlainObject(value) && isText(value['type']) && isTexts(value['values']);
}

function isOrigin(value: unknown): value is TmOrigin {
  return isTexts(value);
}

function isTexts(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function fault(file: string, problem: string, line: number): Error {
  return parseError(file, MEMORY_SCHEMA, problem, { line, column: 1 });
}
