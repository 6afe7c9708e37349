import { limitError } from '../format-error.js';
import type { TextSource } from '../text/open-text.js';
import type { TextChunk } from '../text/text-chunk.js';
import { TextWindow, type WindowBytes } from '../text/text-window.js';
import { elementEnd, markupEnd, tagName } from './markup-end.js';

/** A range of the bytes of a file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

type PieceKind = 'head' | 'start-tag' | 'element' | 'comment' | 'instruction' | 'text' | 'tail';

/** A piece of an XML file: everything up to the start tag of the container, one node in it, or all that follows. */
export class XmlPiece {
  readonly kind: PieceKind;
  readonly text: string;
  /** White space before it in the container. */
  readonly space: string;
  /** Index of its first character in the file. */
  readonly index: number;
  readonly #start: number;
  readonly #bytes: WindowBytes;

  constructor(kind: PieceKind, window: TextWindow, text: string, space: number, start: number, end: number) {
    this.kind = kind;
    this.text = text.slice(start, end);
    this.space = text.slice(space, start);
    this.index = window.passed + start;
    this.#start = start;
    this.#bytes = window.bytes;
  }

  /** Returns the offset of one of its characters in the file; cheap in rising order. */
  byteAt(index: number): number {
    return this.#bytes.byteAt(this.#start + index);
  }

  /** Returns the bytes of a range of its characters. */
  bytesOf(start: number, end: number): ByteRange {
    const offset = this.byteAt(start);
    return { offset, length: this.byteAt(end) - offset };
  }
}

/** Maximum length of a piece. */
const maxPieceChars = 4 * 2 ** 20;

/** The file that is split, and the element whose children are wanted. */
export interface SplitRequest {
  readonly file: string;
  /** True for the name of the container at a depth; the root has depth 0. */
  isContainer(name: string, depth: number): boolean;
}

/**
 * Splits an XML file into the children of one element, without holding more of it than one of them.
 *
 *     <?xml …?><tmx><header/><body>│<tu>…</tu>│<tu>…</tu>│</body></tmx>
 *                head              │ element  │ element  │    tail
 */
export async function* splitChildren(text: TextSource, request: SplitRequest): AsyncGenerator<readonly XmlPiece[]> {
  const splitter = new ChildSplitter(request);
  for await (const chunk of text.chunks()) yield splitter.take(chunk);
  yield splitter.end();
}

class ChildSplitter {
  readonly #request: SplitRequest;
  readonly #window = new TextWindow();
  #state: 'head' | 'children' | 'tail' = 'head';
  /** Position up to which the head was scanned, and the depth there. */
  #seen = 0;
  #depth = 0;

  constructor(request: SplitRequest) {
    this.#request = request;
  }

  take(chunk: TextChunk): readonly XmlPiece[] {
    if (!this.#window.add(chunk)) return [];
    const pieces: XmlPiece[] = [];
    this.#scan(this.#window.text(), pieces);
    return pieces;
  }

  /** Returns the rest: the tail, or a piece that the end of the file has cut off. */
  end(): readonly XmlPiece[] {
    const pieces: XmlPiece[] = [];
    this.#scan(this.#window.text(), pieces);
    const rest = this.#window.text();
    const start = this.#state === 'children' ? afterSpace(rest, 0) : 0;
    const kind = this.#state !== 'children' ? this.#state : start === rest.length ? 'tail' : kindAt(rest, start);
    return [...pieces, new XmlPiece(kind, this.#window, rest, 0, start, rest.length)];
  }

  /** Adds all complete pieces, and keeps the rest. */
  #scan(text: string, pieces: XmlPiece[]): void {
    let at = this.#state === 'head' ? this.#head(text, pieces) : 0;
    if (this.#state === 'children') at = this.#children(text, at, pieces);
    this.#window.keep(at);
    if (text.length - at > maxPieceChars)
      throw limitError(this.#request.file, 'the length of an element', maxPieceChars);
  }

  /** Adds everything up to the start tag of the container; returns its end, or 0 when that has not come yet. */
  #head(text: string, pieces: XmlPiece[]): number {
    for (let start = text.indexOf('<', this.#seen); start >= 0; start = text.indexOf('<', this.#seen)) {
      const end = markupEnd(text, start);
      if (end < 0) return 0;
      this.#seen = end;
      const name = tagName(text, start);
      const empty = text.charCodeAt(end - 2) === 0x2f;
      if (text.startsWith('</', start)) this.#depth -= 1;
      else if (name !== '' && this.#request.isContainer(name, this.#depth)) {
        pieces.push(new XmlPiece('head', this.#window, text, 0, 0, end));
        this.#state = empty ? 'tail' : 'children';
        return end;
      } else if (name !== '' && !empty) this.#depth += 1;
    }
    return 0;
  }

  #children(text: string, from: number, pieces: XmlPiece[]): number {
    let at = from;
    for (;;) {
      const start = afterSpace(text, at);
      const kind = kindAt(text, start);
      if (text.startsWith('</', start)) this.#state = 'tail';
      const end = this.#state === 'tail' || start === text.length ? -1 : pieceEnd(text, start, kind);
      if (end < 0) return at;
      pieces.push(new XmlPiece(kind, this.#window, text, at, start, end));
      at = end;
    }
  }
}

/** Returns the kind of the node at a position. */
export function kindAt(text: string, start: number): PieceKind {
  if (text.charCodeAt(start) !== 0x3c) return 'text';
  const second = text.charCodeAt(start + 1);
  if (second === 0x3f) return 'instruction';
  if (second !== 0x21) return 'element';
  return text.startsWith('<!--', start) ? 'comment' : 'text';
}

/** Returns the position after a node; -1 when it is incomplete. */
export function pieceEnd(text: string, start: number, kind: PieceKind): number {
  if (text.charCodeAt(start) !== 0x3c) return text.indexOf('<', start);
  if (text.length - start < 4) return -1;
  return kind === 'element' ? elementEnd(text, start) : markupEnd(text, start);
}

/** Returns the position after white space. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
    at += 1;
  }
  return at;
}
