import { createHash } from 'node:crypto';
import type { ByteSink } from '../../contract/format.js';

/** Passes bytes on to a sink, and knows the SHA-256 of all that went through. */
export class HashingSink implements ByteSink {
  readonly #hash = createHash('sha256');
  readonly #sink: ByteSink;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  write(bytes: Uint8Array): void | Promise<void> {
    this.#hash.update(bytes);
    return this.#sink.write(bytes);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}
