import { textRun, type Run } from '@helve/flow';
import { decodeHTML } from 'entities/decode';
import { tagType } from '../code/code-preset.js';
import { templateAt } from '../code/template.js';
import { isBlank } from './tag-end.js';

/** One piece of a text, by its spelling; pairs of tags are found afterwards. */
export interface InlinePiece {
  readonly kind: 'text' | 'open' | 'close' | 'ph';
  readonly raw: string;
  /** Name of a tag, or what a code is. */
  readonly name: string;
  readonly type: string;
}

const templateStart = /\{[{%]/g;
const blanks = /[ \t\n\f\r]+/g;
const severalBlanks = /[\t\n\f\r]| {2}/;

/** Splits text into pieces: expressions of templates are codes. */
export function splitText(raw: string): readonly InlinePiece[] {
  if (!raw.includes('{')) return [textPiece(raw)];
  const pieces: InlinePiece[] = [];
  let at = 0;
  templateStart.lastIndex = 0;
  for (let found = templateStart.exec(raw); found !== null; found = templateStart.exec(raw)) {
    const data = templateAt(raw, found.index);
    if (data === '') {
      templateStart.lastIndex = found.index + 1;
      continue;
    }
    if (found.index > at) pieces.push(textPiece(raw.slice(at, found.index)));
    const type = data.startsWith('{%') ? 'code:function' : 'code:variable';
    pieces.push({ kind: 'ph', raw: data, name: 'template', type });
    at = found.index + data.length;
    templateStart.lastIndex = at;
  }
  if (at < raw.length) pieces.push(textPiece(raw.slice(at)));
  return pieces;
}

function textPiece(raw: string): InlinePiece {
  return { kind: 'text', raw, name: '', type: '' };
}

/** Decodes text between tags; outside of preformatted elements, white space is one space, unless it is spelled as references. */
export function decodeText(raw: string, preserve: boolean): string {
  const spaced = preserve ? withLineFeeds(raw) : severalBlanks.test(raw) ? raw.replaceAll(blanks, ' ') : raw;
  return spaced.includes('&') ? decodeHTML(spaced) : spaced;
}

function withLineFeeds(raw: string): string {
  return raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw;
}

/** Finds the partner of every tag; -1 for one that stands alone, and for everything else. */
function partners(pieces: readonly InlinePiece[]): Int32Array {
  const found = new Int32Array(pieces.length).fill(-1);
  const open: number[] = [];
  const counts = new Map<string, number>();
  for (const [at, { kind, name }] of pieces.entries()) {
    if (kind === 'open') {
      open.push(at);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } else if (kind === 'close' && (counts.get(name) ?? 0) > 0) {
      for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
        const opened = pieces[inner]?.name ?? '';
        counts.set(opened, (counts.get(opened) ?? 0) - 1);
        if (opened !== name) continue;
        found[inner] = at;
        found[at] = inner;
        break;
      }
    }
  }
  return found;
}

/** A text without the codes around all of it. */
export interface InlineSpan {
  /** Numbers of its first piece, and of the one behind its last. */
  readonly first: number;
  readonly end: number;
  readonly partners: Int32Array;
}

/** Finds the text among pieces, without the tags and white space around it; undefined if there is none. */
export function findSpan(pieces: readonly InlinePiece[]): InlineSpan | undefined {
  if (!pieces.some(hasText)) return undefined;
  const pairs = partners(pieces);
  let [first, last] = [0, pieces.length - 1];
  while (first < last) {
    if (isBare(pieces[first], pairs[first])) first += 1;
    else if (isBare(pieces[last], pairs[last])) last -= 1;
    else if (pieces[first]?.kind === 'open' && pairs[first] === last) {
      first += 1;
      last -= 1;
    } else break;
  }
  return { first, end: last + 1, partners: pairs };
}

function hasText({ kind, raw }: InlinePiece): boolean {
  return kind === 'text' && (raw.includes('&') ? decodeHTML(raw) : raw).trim() !== '';
}

/** True for a piece that means nothing at the edge of a text: white space, a comment, a break, half of a pair. */
function isBare(piece: InlinePiece | undefined, partner: number | undefined): boolean {
  if (piece === undefined) return true;
  if (piece.kind === 'text') return /^[ \t\n\f\r]*$/.test(piece.raw);
  if (piece.kind === 'ph') return piece.type === 'code:markup' || piece.type === 'struct:break';
  return partner === -1;
}

/** Converts the pieces of a span to runs with numbered codes; text is trimmed at the edges. */
export function toRuns(pieces: readonly InlinePiece[], span: InlineSpan, preserve: boolean): Run[] {
  const runs: Run[] = [];
  const ids = new Map<number, string>();
  for (let at = span.first; at < span.end; at += 1) {
    const piece = pieces[at];
    if (piece === undefined) continue;
    if (piece.kind === 'text') {
      const raw = trimmed(piece.raw, at === span.first, at === span.end - 1);
      runs.push(textRun(decodeText(raw, preserve)));
      continue;
    }
    const partner = span.partners[at] ?? -1;
    const id = ids.get(partner) ?? String(ids.size + 1);
    if (!ids.has(partner)) ids.set(at, id);
    runs.push(toCode(piece, id, partner));
  }
  return runs;
}

function toCode({ kind, raw: data, name, type }: InlinePiece, id: string, partner: number): Run {
  const subType = markupPrefix + name;
  if (kind === 'ph') return Object.freeze({ kind: 'ph', id, type, subType, data });
  const half = kind === 'open' ? 'pc-open' : 'pc-close';
  if (partner !== -1) return Object.freeze({ kind: half, id, type, subType, data });
  return Object.freeze({ kind: half, id, type, subType, data, isolated: true });
}

/** Start of the `subType` of codes that are markup of the file. */
export const markupPrefix = 'html:';

/** Creates the piece of a tag or of everything else that is no text. */
export function codePiece(kind: 'open' | 'close' | 'ph', raw: string, name: string, type = tagType(name)): InlinePiece {
  return { kind, raw, name, type };
}

/** Takes white space from the edges of a spelling. */
export function trimmed(raw: string, start: boolean, end: boolean): string {
  let [from, to] = [0, raw.length];
  if (start) while (from < to && isBlank(raw.charCodeAt(from))) from += 1;
  if (end) while (to > from && isBlank(raw.charCodeAt(to - 1))) to -= 1;
  return from === 0 && to === raw.length ? raw : raw.slice(from, to);
}
