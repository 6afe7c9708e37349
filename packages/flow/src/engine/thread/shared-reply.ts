import type { SharedReply } from './message.js';

/** The state of the answer and its length in bytes, before the text itself. */
const HEAD_BYTES = 8;
const TEXT_BYTES = 4_096;
const ANSWERED = 1;
const FAILED = 2;

/** A place for one short answer. */
export function createReply(): SharedReply {
  return new SharedArrayBuffer(HEAD_BYTES + TEXT_BYTES);
}

/** Sends the answer; undefined means that there is none. */
export function sendReply(reply: SharedReply, text: string | undefined): void {
  const head = new Int32Array(reply, 0, 2);
  const bytes = new TextEncoder().encode(text ?? '');
  const fits = text !== undefined && bytes.length <= TEXT_BYTES;
  if (fits) new Uint8Array(reply, HEAD_BYTES).set(bytes);
  Atomics.store(head, 1, bytes.length);
  Atomics.store(head, 0, fits ? ANSWERED : FAILED);
  Atomics.notify(head, 0);
}

/** Stands still until the answer is there. */
export function waitForReply(reply: SharedReply): string {
  const head = new Int32Array(reply, 0, 2);
  Atomics.wait(head, 0, 0);
  if (Atomics.load(head, 0) !== ANSWERED) throw new TypeError('Cannot name an original: the main thread gave no token');
  // Text cannot be decoded from shared memory.
  return new TextDecoder().decode(new Uint8Array(reply, HEAD_BYTES, Atomics.load(head, 1)).slice());
}
