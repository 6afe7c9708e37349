import { textRun, type Run } from '@helve/flow';
import type { WindowBytes } from '../text/text-window.js';
import type { HtmlAttribute } from './attribute.js';
import { decodeText, findSpan, splitText, toRuns, trimmed, type InlinePiece, type InlineSpan } from './inline-piece.js';

/** A place in the file: an index of the text in memory, and what leads from it to bytes. */
export interface FilePlace {
  readonly index: number;
  readonly bytes: WindowBytes;
}

/** An attribute to translate or to set, in the start tag at a place. */
export interface TagAttribute {
  readonly tag: string;
  readonly anchor: string;
  readonly attribute: HtmlAttribute;
  readonly place: FilePlace;
}

/** The text between two boundaries of blocks. */
export interface BlockText {
  readonly runs: readonly Run[];
  readonly raw: string;
  readonly offset: number;
  readonly length: number;
  /** Attributes of codes in the text, with the ids of the codes. */
  readonly inside: readonly (TagAttribute & { readonly code: string })[];
  /** Attributes of tags before and behind it. */
  readonly before: readonly TagAttribute[];
  readonly behind: readonly TagAttribute[];
}

interface PlacedPiece {
  piece: InlinePiece;
  readonly place: FilePlace;
  readonly attributes: readonly TagAttribute[];
}

const none: readonly TagAttribute[] = [];

/** Collects what stands between two boundaries of blocks. */
export class BlockContent {
  #placed: PlacedPiece[] = [];
  #hasText = false;
  #hasAttributes = false;

  get isEmpty(): boolean {
    return this.#placed.length === 0;
  }

  text(raw: string, place: FilePlace): void {
    let { index } = place;
    for (const piece of splitText(raw)) {
      this.#placed.push({ piece, place: { index, bytes: place.bytes }, attributes: none });
      index += piece.raw.length;
      this.#hasText ||= piece.kind === 'text';
    }
  }

  code(piece: InlinePiece, place: FilePlace, attributes: readonly TagAttribute[] = none): void {
    this.#placed.push({ piece, place, attributes });
    this.#hasAttributes ||= attributes.length > 0;
  }

  /** Adds to the code that was added last: an element that is one code with its content. */
  extend(raw: string): void {
    const last = this.#placed.at(-1);
    if (last === undefined) return;
    const { kind, name, type } = last.piece;
    last.piece = { kind, raw: last.piece.raw + raw, name, type };
  }

  /** Takes the text out, or all attributes that were collected if there is none. */
  take(preserve: boolean): BlockText | readonly TagAttribute[] {
    const placed = this.#placed;
    const hasAttributes = this.#hasAttributes;
    this.#placed = [];
    this.#hasAttributes = false;
    const [only] = placed;
    if (placed.length === 1 && only?.piece.kind === 'text') {
      this.#hasText = false;
      return singleText(only, preserve);
    }
    const pieces = placed.map(({ piece }) => piece);
    const span = this.#hasText ? findSpan(pieces) : undefined;
    this.#hasText = false;
    if (span === undefined) return hasAttributes ? attributesOf(placed) : none;
    const text = toBlockText(placed, span, toRuns(pieces, span, preserve));
    return hasAttributes ? { ...text, ...placedAttributes(placed, span, text.runs) } : text;
  }
}

/** Makes the text of a block without tags, the common case. */
function singleText({ piece, place }: PlacedPiece, preserve: boolean): BlockText | readonly TagAttribute[] {
  const raw = trimmed(piece.raw, true, true);
  const text = decodeText(raw, preserve);
  if (text.trim() === '') return none;
  const start = place.index + piece.raw.length - trimmed(piece.raw, true, false).length;
  const offset = place.bytes.byteAt(start);
  const length = place.bytes.byteAt(start + raw.length) - offset;
  return { runs: [textRun(text)], raw, offset, length, inside: [], before: none, behind: none };
}

function toBlockText(placed: readonly PlacedPiece[], span: InlineSpan, runs: readonly Run[]): BlockText {
  const used = placed.slice(span.first, span.end);
  const [first, last] = [used[0], used.at(-1)];
  const raw = used.map(({ piece }) => piece.raw).join('');
  const start = first?.piece.kind === 'text' ? raw.length - trimmed(raw, true, false).length : 0;
  const end = last?.piece.kind === 'text' ? trimmed(raw, false, true).length : raw.length;
  const offset = first === undefined ? 0 : byteAt(first, start);
  const behind = last === undefined ? 0 : byteAt(last, last.piece.raw.length - (raw.length - end));
  return {
    runs,
    raw: raw.slice(start, end),
    offset,
    length: behind - offset,
    inside: [],
    before: none,
    behind: none,
  };
}

/** Sorts attributes by their place: in the text, before or behind it. */
function placedAttributes(placed: readonly PlacedPiece[], { first, end }: InlineSpan, runs: readonly Run[]) {
  const inside = placed.slice(first, end).flatMap(({ attributes }, at) => {
    const run = runs[at];
    return run !== undefined && 'id' in run ? attributes.map((one) => ({ ...one, code: run.id })) : [];
  });
  return { inside, before: attributesOf(placed.slice(0, first)), behind: attributesOf(placed.slice(end)) };
}

function attributesOf(placed: readonly PlacedPiece[]): readonly TagAttribute[] {
  return placed.flatMap(({ attributes }) => attributes);
}

function byteAt({ place }: PlacedPiece, at: number): number {
  return place.bytes.byteAt(place.index + at);
}
