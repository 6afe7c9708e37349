import type { TextChunk } from './text-chunk.js';

interface Segment {
  readonly chunk: TextChunk;
  /** Position of the chunk's first character in the window; negative when its start was dropped. */
  readonly from: number;
}

/** Maps characters of a window to offsets in the file; cheap in rising order. */
export class WindowBytes {
  readonly #segments: readonly Segment[];
  #current = 0;

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  /** Returns the offset of a character in the file. */
  byteAt(index: number): number {
    if (index < (this.#segments[this.#current]?.from ?? 0)) this.#current = 0;
    let next = this.#segments[this.#current + 1];
    while (next && next.from <= index) {
      this.#current += 1;
      next = this.#segments[this.#current + 1];
    }
    const segment = this.#segments[this.#current];
    return segment ? segment.chunk.byteAt(index - segment.from) : 0;
  }
}

/**
 * The part of a text that is being scanned: the rest of the last pieces, and the newest piece.
 *
 *     passed ──▶ [ rest of a piece ][ piece ]
 */
export class TextWindow {
  /** Number of units before the window. */
  passed = 0;
  bytes = new WindowBytes([]);
  #text = '';
  #added: string[] = [];
  #length = 0;
  /** Minimum length before another scan. */
  #wanted = 0;
  #segments: Segment[] = [];

  /** Adds a piece; returns true when there is enough for another scan. */
  add(chunk: TextChunk): boolean {
    this.#segments.push({ chunk, from: this.#length });
    this.#added.push(chunk.text);
    this.#length += chunk.text.length;
    return this.#length >= this.#wanted;
  }

  text(): string {
    if (this.#added.length > 0) this.#text += this.#added.join('');
    this.#added = [];
    this.bytes = new WindowBytes(this.#segments);
    return this.#text;
  }

  /** Drops the text before a position. A rest that is scanned again must have doubled, so that no text is quadratic. */
  keep(from: number): void {
    this.#text = this.#text.slice(from);
    this.#length = this.#text.length;
    this.#wanted = this.#length * 2;
    this.passed += from;
    const first = this.#segments.findLastIndex((segment) => segment.from <= from);
    this.#segments = this.#segments
      .slice(Math.max(0, first))
      .map(({ chunk, from: start }) => ({ chunk, from: start - from }));
  }
}
