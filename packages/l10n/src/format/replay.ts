import type { ByteSource } from '@helve/flow/content';
import type { OutputBuffer } from './text/output-buffer.js';

/** Copies the original bytes in order, skipping the replaced ranges. */
export class Replay {
  readonly #source: ByteSource;
  readonly #output: OutputBuffer;
  #chunks: AsyncIterator<Uint8Array> | undefined;
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;
  #chunkStart = 0;

  constructor(source: ByteSource, output: OutputBuffer) {
    this.#source = source;
    this.#output = output;
  }

  /** Copies the original up to `end`, or all that is left. */
  async copyTo(end: number): Promise<void> {
    while (this.#at < end && (await this.#more())) {
      const stop = Math.min(end, this.#chunkEnd);
      this.#copy(stop);
      if (this.#output.isFull) await this.#output.flush();
    }
  }

  /** True when the original is in memory up to `end`: it can then be copied and skipped synchronously. */
  holds(end: number): boolean {
    return end <= this.#chunkEnd;
  }

  /** Copies the original in memory, up to `end`. */
  copyHeld(end: number): void {
    if (end > this.#at) this.#copy(end);
  }

  /** Skips the original in memory, up to `end`. */
  skipHeld(end: number): void {
    if (end > this.#at) this.#at = end;
  }

  /** Skips the original up to `end`. */
  async skipTo(end: number): Promise<void> {
    while (this.#at < end && (await this.#more())) this.#at = Math.min(end, this.#chunkEnd);
  }

  /** Closes the source. */
  async close(): Promise<void> {
    await this.#chunks?.return?.();
  }

  #copy(end: number): void {
    this.#output.bytes(this.#chunk, this.#at - this.#chunkStart, end - this.#chunkStart);
    this.#at = end;
  }

  get #chunkEnd(): number {
    return this.#chunkStart + this.#chunk.length;
  }

  async #more(): Promise<boolean> {
    if (this.#at < this.#chunkEnd) return true;
    this.#chunks ??= this.#source.stream()[Symbol.asyncIterator]();
    const next = await this.#chunks.next();
    if (next.done) return false;
    this.#chunkStart += this.#chunk.length;
    this.#chunk = next.value;
    return next.value.length > 0 || this.#more();
  }
}
