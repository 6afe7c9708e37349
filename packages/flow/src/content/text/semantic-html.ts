import type { Run, Runs } from '../../contract/run.js';
import { CodePool, codesOf, decodeId, encodeId, type CodeRef, type ParsedRuns } from './code-key.js';
import { normaliseRuns, textRun } from '../run/normalise-runs.js';
import { projection } from './projection.js';
import { partnerOf, vocabularyOf } from '../run/vocabulary.js';

const defaultTag = { open: '<span>', close: '</span>', empty: '<span></span>' };

/** One unit as machine translation gets it: HTML whose tags carry the ids of codes. */
export const semanticHtml = projection((unit) => {
  const codes = codesOf(unit).values();
  let html = '';
  for (const [index, run] of unit.entries()) {
    if (run.kind === 'text') html += escapeHtml(run.text);
    else html += tagFor(run, codes.next().value?.ref.id ?? '', partnerOf(unit, index) === undefined);
  }
  return html;
}, escapeHtml);

function tagFor(run: Run, id: string, alone: boolean): string {
  const tags = ('type' in run ? vocabularyOf(run.type)?.html : undefined) ?? defaultTag;
  switch (run.kind) {
    case 'text':
      return '';
    case 'ph':
      return withId(tags.empty, encodeId(id));
    case 'pc-open':
      return isHalf(run, alone) ? withId(defaultTag.empty, `open:${encodeId(id)}`) : withId(tags.open, encodeId(id));
    case 'pc-close':
      return isHalf(run, alone) ? withId(defaultTag.empty, `close:${encodeId(id)}`) : tags.close;
    case 'sub':
    case 'plural':
    case 'select':
      return withId(defaultTag.empty, `${run.kind}:${encodeId(id)}`);
  }
}

/** A half without its other half, or one that need not nest, cannot be an HTML tag of its own. */
function isHalf(run: { readonly isolated?: boolean }, alone: boolean): boolean {
  return alone || run.isolated === true;
}

function withId(tag: string, id: string): string {
  return tag.replace(/\/?>/, (end) => ` data-id="${id}"${end}`);
}

const token = /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)([^<>]*)>/g;
const idAttribute = /(?:^|\s)data-id\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/>]+))/;
const halves: { readonly [name: string]: CodeRef['kind'] } = {
  open: 'pc-open',
  close: 'pc-close',
  sub: 'sub',
  plural: 'plural',
  select: 'select',
};

interface OpenTag {
  readonly name: string;
  /** The code of the closing tag; undefined for tags that are no codes, or codes that are already there. */
  readonly closes?: CodeRef;
}

/** Reads what an engine made of `semanticHtml`: tags without an id are dropped, their text stays. */
export function parseSemanticHtml(html: string, sourceRuns: Runs): ParsedRuns {
  const pool = new CodePool(sourceRuns);
  const runs: Run[] = [];
  const open: OpenTag[] = [];
  let at = 0;
  for (const match of html.matchAll(token)) {
    if (match.index > at) runs.push(textRun(unescapeHtml(html.slice(at, match.index))));
    at = match.index + match[0].length;
    const [, slash = '', tag = '', attributes = ''] = match;
    const name = tag.toLowerCase();
    const closes = slash === '' ? undefined : closeTag(name, open);
    if (closes !== undefined) runs.push(pool.take(closes));
    if (slash === '') openTag(name, attributes, pool, runs, open);
  }
  if (at < html.length || runs.length === 0) runs.push(textRun(unescapeHtml(html.slice(at))));
  return { runs: normaliseRuns(runs), unknown: pool.unknown, missing: pool.missing };
}

function openTag(name: string, attributes: string, pool: CodePool, runs: Run[], open: OpenTag[]): void {
  const empty = attributes.endsWith('/') || voidTags.has(name);
  const id = idAttribute.exec(attributes);
  const ref = id === null ? undefined : findRef(id[1] ?? id[2] ?? id[3] ?? '', pool, empty);
  if (ref !== undefined) runs.push(pool.take(ref));
  if (empty) return;
  open.push(ref?.kind === 'pc-open' && !ref.half ? { name, closes: { id: ref.id, kind: 'pc-close' } } : { name });
}

/** A closing tag ends the innermost one of its name; tags left open inside it are given up. */
function closeTag(name: string, open: OpenTag[]): CodeRef | undefined {
  const index = open.findLastIndex((tag) => tag.name === name);
  return index < 0 ? undefined : open.splice(index)[0]?.closes;
}

/** An id that the source does not know is a pair where the tag can hold text. */
function findRef(key: string, pool: CodePool, empty: boolean): CodeRef & { readonly half: boolean } {
  const named = /^(open|close|sub|plural|select):(.*)$/s.exec(key);
  const kind = halves[named?.[1] ?? ''];
  if (kind !== undefined) return { id: decodeId(named?.[2] ?? ''), kind, half: true };
  const id = decodeId(key);
  const lone = pool.has({ id, kind: 'ph' }) || (empty && !pool.has({ id, kind: 'pc-open' }));
  return { id, kind: lone ? 'ph' : 'pc-open', half: false };
}

const voidTags = new Set(['br', 'hr', 'img', 'input', 'wbr']);
const entities: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function escapeHtml(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescapeHtml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g,
    (reference, decimal, hex, name) => {
      if (name !== undefined) return entities[String(name)] ?? reference;
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
      return isScalar(code) ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}

function isScalar(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}
