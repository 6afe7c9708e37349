import { isPlainObject } from '@helve/core';
import type { Run, Runs } from '@helve/flow';
import { decodeHTML } from 'entities/decode';
import { unwritable } from '../format-error.js';
import { Spellings, type SpelledChar } from '../text/spellings.js';
import { decodeText, markupPrefix, splitText } from './inline-piece.js';
import { isBlank } from './tag-end.js';
import { HtmlScanner } from './tokenize.js';

/** Notation of a text: its old spelling, whether white space counts, and the line ends of the file. */
export interface TextNotation {
  readonly raw: string;
  readonly preserve: boolean;
  readonly lineEnd: string;
}

const always: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '\r': '&#13;', '\f': '&#12;' };

/** Writes content between tags: codes as they are, texts that did not change as they were, all else escaped. */
export function encodeHtml(runs: Runs, notation: TextNotation, block: string): string {
  const kept = runs.length > 1 ? keptTexts(notation) : new Map<string, string>();
  const spellings = new Spellings(notation.raw.includes('&') ? spelledChars(notation.raw) : []);
  const last = runs.length - 1;
  const written = runs.map((run, at) => {
    const text = textOf(run, block);
    if (text === undefined) return 'data' in run ? run.data : '';
    const known = kept.get(text);
    const isEdge =
      (at === 0 && isBlank(text.charCodeAt(0))) || (at === last && isBlank(text.charCodeAt(text.length - 1)));
    if (known !== undefined && !isEdge) return known;
    return encodeText(text, { ...notation, spellings, start: at === 0, end: at === last });
  });
  return written.join('');
}

/** Returns the text of a run; undefined for markup of the file. */
function textOf(run: Run, block: string): string | undefined {
  if (run.kind === 'plural' || run.kind === 'select') throw unwritable(block, 'html', 'HTML has no plural forms');
  if (run.kind === 'sub') throw unwritable(block, 'html', 'it contains a placeholder for another block');
  const text = run.kind === 'text' ? run.text : run.subType?.startsWith(markupPrefix) === true ? undefined : run.data;
  if (text?.includes('\0') === true) throw unwritable(block, 'html', 'HTML cannot contain a NUL character');
  return text;
}

interface TextPlace extends TextNotation {
  readonly spellings: Spellings;
  readonly start: boolean;
  readonly end: boolean;
}

/** Encodes text; white space that HTML would join or drop is written as references. */
function encodeText(text: string, place: TextPlace): string {
  const chars = Array.from(text.replaceAll('\r\n', '\n'));
  const first = place.start ? chars.findIndex((char) => !isBlank(char.charCodeAt(0))) : 0;
  const last = place.end ? chars.findLastIndex((char) => !isBlank(char.charCodeAt(0))) : chars.length;
  return chars
    .map((char, at) => {
      const isEdge = at < first || at > last;
      if (char.length === 1 && isBlank(char.charCodeAt(0))) return blank(char, isEdge, chars[at - 1], place);
      const spelled = place.spellings.take(char);
      if (spelled !== undefined && spelled !== char) return spelled;
      return always[char] ?? (char === '>' && spelled === undefined && !place.raw.includes('>') ? '&gt;' : char);
    })
    .join('');
}

function blank(char: string, isEdge: boolean, before: string | undefined, { preserve, lineEnd }: TextPlace): string {
  if (preserve && !isEdge && char !== '\r' && char !== '\f') return char === '\n' ? lineEnd : char;
  if (char === ' ' && !isEdge && !(before !== undefined && isBlank(before.charCodeAt(0)))) return char;
  return `&#${char.charCodeAt(0)};`;
}

/** Returns the old texts by what they say, with their spelling. */
function keptTexts({ raw, preserve }: TextNotation): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  const scanner = new HtmlScanner({ xml: false });
  for (let at = 0; at < raw.length;) {
    const token = scanner.scan(raw, at, true);
    if (token === undefined) break;
    if (token.entry?.kind === 'text') {
      for (const piece of splitText(raw.slice(at, token.end))) {
        if (piece.kind === 'text') kept.set(decodeText(piece.raw, preserve), piece.raw);
      }
    }
    at = token.end;
  }
  return kept;
}

const spelling = /&(?:#[xX]?[0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);|<[^<>]*>|[^&<]/gu;

/** Lists the characters of a text with their spelling; tags are left out. */
function* spelledChars(raw: string): Generator<SpelledChar> {
  for (const [spelled] of raw.matchAll(spelling)) {
    if (spelled.startsWith('<')) continue;
    const char = spelled.startsWith('&') ? decodeHTML(spelled) : spelled;
    if (char !== spelled || !spelled.startsWith('&')) yield { char, raw: spelled };
  }
}

const bareValue = /^[^\s"'=<>`&]+$/u;

/** Writes the value of an attribute with its quotes; one without quotes gets them where it needs them. */
export function encodeAttribute(runs: Runs, raw: string, quote: string, block: string, lineEnd = '\n'): string {
  const spellings = new Spellings(raw.includes('&') ? spelledChars(raw) : []);
  const text = runs.map((run) => textOf(run, block) ?? '').join('');
  const isBare = quote === '' && bareValue.test(text) && runs.every(({ kind }) => kind === 'text');
  const used = isBare ? '' : quote === '' ? '"' : quote;
  const value = runs.map((run) => {
    const own = textOf(run, block);
    return own === undefined ? ('data' in run ? run.data : '') : attributeText(own, used, spellings, lineEnd);
  });
  return used + value.join('') + used;
}

function attributeText(text: string, quote: string, spellings: Spellings, lineEnd: string): string {
  return Array.from(text.replaceAll('\r\n', '\n'), (char) => {
    const spelled = spellings.take(char);
    if (spelled !== undefined && spelled !== char) return spelled;
    if (char === quote) return quote === '"' ? '&quot;' : '&#39;';
    return char === '\n' ? lineEnd : (always[char] ?? char);
  }).join('');
}

/** Reads the notation of an attribute that the reader put into the skeleton. */
export function attributeForm(form: unknown): { readonly raw: string; readonly quote: string } | undefined {
  if (!isPlainObject(form)) return undefined;
  const { attribute, quote } = form;
  return typeof attribute === 'string' && typeof quote === 'string' ? { raw: attribute, quote } : undefined;
}
