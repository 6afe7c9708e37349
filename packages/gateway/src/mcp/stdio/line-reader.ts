const newline = 0x0a;

/** Receives the lines of a stream of bytes. */
export interface LineListener {
  /** Called with each line, without its end. */
  onLine(line: string): void;
  /** Called once for a line that is longer than allowed; nothing of it is kept. */
  onTooLong(): void;
}

/** Splits a stream of bytes into lines of limited length. */
export class LineReader {
  readonly #listener: LineListener;
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isSkipping = false;

  constructor(maxBytes: number, listener: LineListener) {
    this.#maxBytes = maxBytes;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    if (this.#isSkipping || part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) this.#chunks.push(part);
    else {
      this.#isSkipping = true;
      this.#chunks = [];
      this.#listener.onTooLong();
    }
  }

  #endLine(): void {
    const [only = Buffer.alloc(0), ...more] = this.#chunks;
    const isWhole = !this.#isSkipping;
    this.#chunks = [];
    this.#bytes = 0;
    this.#isSkipping = false;
    // The common case: the line came in one chunk.
    if (isWhole) this.#listener.onLine((more.length === 0 ? only : Buffer.concat([only, ...more])).toString('utf8'));
  }
}
