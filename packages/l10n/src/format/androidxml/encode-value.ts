import { textRun, type Run, type Runs } from '@helve/flow';
import { isXmlText } from '../xml/escape-xml.js';
import { isMarkup, type InlinePiece } from '../xml/inline-pieces.js';
import { codeSpelling, type CodeSpelling } from './code-spelling.js';
import type { Dialect } from './dialect.js';
import { edgeText, isSpan, passCode } from './decode-pieces.js';
import type { ScanState } from './scan-text.js';
import { valueStyle, type ValueStyle } from './value-style.js';

/** A value that cannot be written. */
export class UnwritableText extends Error {}

/** Writes content as a value, in the notation of the old one. */
export function encodeValue(runs: Runs, raw: string, dialect: Dialect): string {
  return new ValueEncoder(toPieces(runs, codeSpelling(raw, dialect)), valueStyle(raw, dialect), dialect).encode();
}

/** A text, with the tags in it that have a spelling of their own, by where they begin. */
interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
  readonly tags?: ReadonlyMap<number, { readonly length: number; readonly raw: string }>;
}

type Piece = TextPiece | Exclude<InlinePiece, { readonly kind: 'text' }>;

/** Joins texts and the codes that were found in texts; markup stays apart. */
function toPieces(runs: Runs, spellingOf: CodeSpelling): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const run of runs) {
    const piece = toPiece(run, spellingOf);
    const last = pieces.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') pieces[pieces.length - 1] = joinTexts(last, piece);
    else pieces.push(piece);
  }
  return pieces;
}

function toPiece(run: Run, spellingOf: CodeSpelling): Piece {
  if (run.kind === 'text') return run;
  if (run.kind === 'sub') throw new UnwritableText('it contains a placeholder for another block');
  if (run.kind === 'plural' || run.kind === 'select') throw new TypeError('Cannot write forms as one value');
  if (isMarkup(run)) return run;
  const raw = spellingOf(run.data);
  if (raw === undefined) return textRun(run.data);
  return { kind: 'text', text: run.data, tags: new Map([[0, { length: [...run.data].length, raw }]]) };
}

function joinTexts(one: TextPiece, other: TextPiece): TextPiece {
  const text = one.text + other.text;
  if (one.tags === undefined && other.tags === undefined) return { kind: 'text', text };
  const before = [...one.text].length;
  const moved = Array.from(other.tags ?? [], ([at, tag]) => [before + at, tag] as const);
  return { kind: 'text', text, tags: new Map([...(one.tags ?? []), ...moved]) };
}

class ValueEncoder {
  readonly #pieces: readonly Piece[];
  readonly #style: ValueStyle;
  readonly #dialect: Dialect;
  readonly #isStyled: boolean;
  readonly #isQuoted: boolean;
  readonly #state: ScanState = { quoted: false, spaced: false, bareApostrophe: false };
  /** Texts at the edges of the value. */
  readonly #first: number | undefined;
  readonly #last: number | undefined;
  /** True when white space follows the text, which Android joins with a space before it. */
  #isBeforeSpace = false;
  #written = '';

  constructor(pieces: readonly Piece[], style: ValueStyle, dialect: Dialect) {
    this.#pieces = pieces;
    this.#style = style;
    this.#dialect = dialect;
    this.#isStyled = pieces.some(isSpan);
    this.#isQuoted = style.quotes !== undefined && !this.#isStyled;
    this.#first = edgeText(pieces, 0, 1);
    this.#last = edgeText(pieces, pieces.length - 1, -1);
  }

  encode(): string {
    const { lead, trail, quotes } = this.#style;
    const [open, close] = (this.#isQuoted ? quotes : undefined) ?? ['', ''];
    const pieces = this.#isStyled ? this.#withoutEdges() : { pieces: this.#pieces, lead, trail };
    this.#written = pieces.lead + open;
    for (const [at, piece] of pieces.pieces.entries()) {
      if (piece.kind === 'text') this.#text(piece, at);
      else this.#code(piece);
    }
    return this.#written + close + pieces.trail;
  }

  /** Lets the white space around a value with spans stand for the spaces at the edges of its text, which count there. */
  #withoutEdges(): Pick<ValueStyle, 'lead' | 'trail'> & { readonly pieces: readonly Piece[] } {
    const { lead, trail } = this.#style;
    const pieces = [...this.#pieces];
    const [first, last] = [pieces[0], pieces.at(-1)];
    const starts = first?.kind === 'text' && first.text.startsWith(' ') && hasSpace(lead);
    const ends = last?.kind === 'text' && last.text.endsWith(' ') && hasSpace(trail);
    if (starts) pieces[0] = textRun(first.text.slice(1));
    if (ends) pieces[pieces.length - 1] = textRun(last.text.slice(0, -1));
    this.#state.spaced = starts;
    this.#isBeforeSpace = ends;
    return { pieces, lead: starts ? lead : lead.trim(), trail: ends ? trail : trail.trim() };
  }

  #code(piece: Exclude<Piece, TextPiece>): void {
    passCode(piece, this.#state);
    this.#written += this.#style.section === 'all' ? `]]>${piece.data}<![CDATA[` : piece.data;
  }

  #text(piece: TextPiece, index: number): void {
    const { section } = this.#style;
    const inSection = section === 'all' || (section === 'some' && /[&<]/u.test(piece.text));
    const written = this.#chars(piece, index, inSection);
    this.#written += inSection && section === 'some' ? `<![CDATA[${written}]]>` : written;
  }

  #chars({ text, tags }: TextPiece, index: number, inSection: boolean): string {
    const chars = [...text];
    let written = '';
    let tagEnd = 0;
    for (const [at, char] of chars.entries()) {
      const tag = this.#isQuoted || this.#style.section === 'some' ? undefined : tags?.get(at);
      if (tag !== undefined) {
        written += tag.raw;
        tagEnd = at + tag.length;
      }
      if (at < tagEnd) {
        // The spelling counts as used, so that others keep theirs.
        this.#style.spellings.take(char);
        this.#state.spaced = false;
        continue;
      }
      const isFirst = index === this.#first && at === 0;
      const isLast = at === chars.length - 1;
      const isJoined = this.#isBeforeSpace && isLast && index === this.#pieces.length - 1;
      const isEdge = isFirst || (index === this.#last && isLast);
      const spelled =
        char === ' ' ? this.#space(isEdge, isJoined, inSection) : this.#char(char, inSection, isFirst, chars[at + 1]);
      written += spelled === '>' && (written + spelled).endsWith(']]>') ? endOfSection(inSection) : spelled;
    }
    return written;
  }

  /** Writes a space: at an edge of a text without spans, or beside another space, Android reads only an escape. */
  #space(isEdge: boolean, isJoined: boolean, inSection: boolean): string {
    const taken = this.#style.spellings.take(' ');
    const spelled = taken !== undefined && inSection && taken.includes('&') ? ' ' : (taken ?? ' ');
    if (!this.#dialect.isAndroid || this.#isQuoted) return spelled;
    const isKept = !this.#state.spaced && !isJoined && (!isEdge || this.#isStyled);
    this.#state.spaced = true;
    return isKept || spelled.startsWith('\\') ? spelled : String.raw`\u0020`;
  }

  #char(char: string, inSection: boolean, isFirst: boolean, next: string | undefined): string {
    this.#state.spaced = false;
    const { isAndroid } = this.#dialect;
    if (isAndroid && isFirst && !this.#isQuoted && (char === '@' || char === '?')) return `\\${char}`;
    const spelled = this.#style.spellings.take(char);
    if (spelled !== undefined && this.#mayBe(spelled, char, inSection)) return spelled;
    const plain = inSection ? (char === '\r' ? ']]>&#13;<![CDATA[' : char) : (references[char] ?? char);
    return this.#escaped(char, next) ?? plain;
  }

  /** True when a character may be spelled as it was in the old value. */
  #mayBe(spelled: string, char: string, inSection: boolean): boolean {
    if (/^\s*$/u.test(spelled)) return !this.#dialect.unwraps && (this.#isQuoted || !this.#dialect.isAndroid);
    if (spelled === char) return char === '>' || (char === "'" && this.#isQuoted);
    if (char === "'" && this.#dialect.isAndroid && !this.#isQuoted && !spelled.startsWith('\\')) return false;
    return !inSection || !spelled.includes('&');
  }

  /** Returns the escape of a character; undefined if it needs none. */
  #escaped(char: string, next = ''): string | undefined {
    const { escapes, written, hasUnicode, isAndroid } = this.#dialect;
    if (!isXmlText(char) && (!hasUnicode || (isAndroid && char === '\0'))) {
      throw new UnwritableText('a character is not allowed in XML 1.0');
    }
    if (hasUnicode && (char === '\r' || !isXmlText(char))) return unicodeEscape(char);
    if (char === '\\' && !Object.hasOwn(written, char) && Object.hasOwn(escapes, next)) {
      throw new UnwritableText(`a backslash before "${next}" is an escape`);
    }
    return Object.hasOwn(written, char) ? written[char] : undefined;
  }
}

function hasSpace(frame: string): boolean {
  return /\s/u.test(frame);
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

function endOfSection(inSection: boolean): string {
  return inSection ? ']]><![CDATA[>' : '&gt;';
}

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
