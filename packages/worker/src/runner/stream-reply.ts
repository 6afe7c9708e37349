import type { CallScope } from '../call/call-scope.js';
import { CapabilityCancelledError } from '../error/transient-errors.js';
import type { WorkerPort } from '../transport/worker-port.js';
import { encodeValue, type EncodedValue } from '../wire/encode-value.js';
import { workerFrame, type Credit } from '../wire/frame.js';
import { FrameTooLargeError } from '../wire/to-line.js';

/** Sends the chunks of a generator within the host's credit; without credit the generator is not advanced. */
export class StreamReply {
  readonly #port: WorkerPort;
  readonly #id: string;
  readonly #credit: Credit;
  readonly #maxBytes: number;
  /** Sizes in bytes of the chunks that were sent and not yet consumed, oldest first. */
  readonly #pending: number[] = [];
  #pendingBytes = 0;
  #sent = 0;
  #acked = 0;
  #wake: (() => void) | undefined;

  constructor(port: WorkerPort, id: string, credit: Credit, maxBytes: number) {
    this.#port = port;
    this.#id = id;
    this.#credit = credit;
    this.#maxBytes = maxBytes;
  }

  /** Handles an acknowledgement: the consumer took everything up to this chunk. */
  ack(seq: number): void {
    for (; this.#acked < seq && this.#pending.length > 0; this.#acked += 1) {
      this.#pendingBytes -= this.#pending.shift() ?? 0;
    }
    this.wake();
  }

  /** Wakes a waiting stream: credit arrived, or a cancel. */
  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Pulls until the end and resolves to the number of chunks. */
  async run(chunks: AsyncIterable<unknown>, scope: CallScope): Promise<number> {
    const source = chunks[Symbol.asyncIterator]();
    const isCancelled = () => scope.cancelRequested;
    let isOpen = true;
    try {
      while (!scope.cancelRequested) {
        // With credit, the common case, nothing is awaited.
        if (!this.#hasRoom() && !(await this.#waitFor(() => this.#hasRoom(), isCancelled))) break;
        isOpen = false;
        const { done, value } = await source.next();
        if (done === true) return this.#sent;
        isOpen = true;
        const encoded = encodeValue(value, this.#port.mode);
        if (!this.#fits(encoded.bytes) && !(await this.#waitFor(() => this.#fits(encoded.bytes), isCancelled))) break;
        this.#send(encoded);
      }
      throw this.#cancelled(scope);
    } catch (error) {
      // A chunk that cannot be sent, or a cancel, closes the generator as its consumer would; after its own failure
      // it is closed already.
      if (isOpen) await source.return?.();
      throw error;
    }
  }

  #cancelled({ cancelReason: reason }: CallScope): Error {
    const message = `Cannot continue stream "${this.#id}": it was cancelled`;
    return new CapabilityCancelledError(message, { callId: this.#id, reason });
  }

  #send({ value, bytes }: EncodedValue): void {
    if (bytes > this.#maxBytes) throw new FrameTooLargeError(bytes, this.#maxBytes);
    this.#sent += 1;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes;
    this.#port.send(workerFrame('chunk', { id: this.#id, seq: this.#sent, value, bytes }));
  }

  #hasRoom(): boolean {
    return this.#pending.length < this.#credit.chunks;
  }

  /** True when the chunk fits the window; a chunk larger than the window passes alone. */
  #fits(bytes: number): boolean {
    return this.#pending.length === 0 || this.#pendingBytes + bytes <= this.#credit.bytes;
  }

  /** Resolves to false when the call was cancelled before there was credit. */
  async #waitFor(hasCredit: () => boolean, isCancelled: () => boolean): Promise<boolean> {
    while (!hasCredit() && !isCancelled()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return !isCancelled();
  }
}
