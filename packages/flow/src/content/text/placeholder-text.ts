import type { Run, Runs } from '../../contract/run.js';
import { CodePool, codesOf, decodeId, encodeId, type CodeRef, type ParsedRuns } from './code-key.js';
import { normaliseRuns, textRun } from '../run/normalise-runs.js';
import { projection } from './projection.js';

const tag = /<x\s+id\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')\s*\/?>/g;
const entities: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** One unit as language models get it: escaped text with `<x id="…"/>` for each code. */
export const placeholderText = projection((unit) => {
  const codes = codesOf(unit).values();
  let text = '';
  for (const run of unit) text += run.kind === 'text' ? escapeText(run.text) : tagFor(codes.next().value?.ref);
  return text;
}, escapeText);

/** Reads what a model made of `placeholderText`: text unescaped, codes found in the source unit by id and kind. */
export function parsePlaceholderText(text: string, sourceRuns: Runs): ParsedRuns {
  const pool = new CodePool(sourceRuns);
  const runs: Run[] = [];
  let at = 0;
  for (const match of text.matchAll(tag)) {
    if (match.index > at) runs.push(textRun(unescapeText(text.slice(at, match.index))));
    runs.push(pool.take(parseKey(match[1] ?? match[2] ?? '')));
    at = match.index + match[0].length;
  }
  if (at < text.length || runs.length === 0) runs.push(textRun(unescapeText(text.slice(at))));
  return { runs: normaliseRuns(runs), unknown: pool.unknown, missing: pool.missing };
}

function escapeText(text: string): string {
  return /[&<]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text;
}

function unescapeText(text: string): string {
  return text.includes('&')
    ? text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
    : text;
}

function tagFor(ref: CodeRef | undefined): string {
  return ref === undefined ? '' : `<x id="${codeKey(ref)}"/>`;
}

function codeKey({ id, kind }: CodeRef): string {
  const safe = encodeId(id);
  switch (kind) {
    case 'ph':
      return `${safe}/`;
    case 'pc-open':
      return safe;
    case 'pc-close':
      return `/${safe}`;
    case 'sub':
    case 'plural':
    case 'select':
      return `${kind}:${safe}`;
  }
}

function parseKey(key: string): CodeRef {
  const named = /^(sub|plural|select):(.*)$/s.exec(key);
  if (named !== null) return { id: decodeId(named[2] ?? ''), kind: named[1] as 'sub' | 'plural' | 'select' };
  if (key.endsWith('/')) return { id: decodeId(key.slice(0, -1)), kind: 'ph' };
  if (key.startsWith('/')) return { id: decodeId(key.slice(1)), kind: 'pc-close' };
  return { id: decodeId(key), kind: 'pc-open' };
}
