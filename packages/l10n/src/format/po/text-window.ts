import type { TextChunk } from '../text/text-chunk.js';

interface Segment {
  readonly chunk: TextChunk;
  /** Where the chunk's first character stands in the window; before it when its front was passed. */
  readonly from: number;
}

/** Knows for one look at a window where its characters stand in the file; cheap when asked in rising order. */
export class WindowBytes {
  readonly #segments: readonly Segment[];
  #current = 0;

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  /** The offset of a character in the file. */
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
 * The stretch of a text that is being read: what the last pieces left over, and the newest piece.
 *
 *     passed ──▶ [ rest of a piece ][ piece ]
 */
export class TextWindow {
  /** Units that went by before the window. */
  passed = 0;
  bytes = new WindowBytes([]);
  #text = '';
  #added: string[] = [];
  #length = 0;
  /** It is not worth looking again before there is so much. */
  #wanted = 0;
  #segments: Segment[] = [];

  /** Takes a piece; true when there is enough for another look. */
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

  /** Lets what stands before a place go. A rest that is looked at again must have doubled, so that no text is quadratic. */
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
