import type { ByteSource } from '@helve/flow';
import type { Outlet } from './text/outlet.js';

/** Copies the original bytes in order, skipping the stretches that were replaced. */
export class Replay {
  readonly #source: ByteSource;
  readonly #outlet: Outlet;
  #chunks: AsyncIterator<Uint8Array> | undefined;
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;
  #chunkStart = 0;

  constructor(source: ByteSource, outlet: Outlet) {
    this.#source = source;
    this.#outlet = outlet;
  }

  /** Writes the original up to `end`, or all that is left. */
  async copyTo(end: number): Promise<void> {
    while (this.#at < end && (await this.#more())) {
      const stop = Math.min(end, this.#chunkEnd);
      await this.#outlet.bytes(this.#chunk.subarray(this.#at - this.#chunkStart, stop - this.#chunkStart));
      this.#at = stop;
    }
  }

  /** Leaves the original out up to `end`, where all of that is here already. */
  skips(end: number): boolean {
    if (end > this.#chunkEnd) return false;
    this.#at = Math.max(this.#at, end);
    return true;
  }

  /** Leaves the original out up to `end`. */
  async skipTo(end: number): Promise<void> {
    while (this.#at < end && (await this.#more())) this.#at = Math.min(end, this.#chunkEnd);
  }

  /** Lets go of the source. */
  async close(): Promise<void> {
    await this.#chunks?.return?.();
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
