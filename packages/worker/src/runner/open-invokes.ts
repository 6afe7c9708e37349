import { encodeValue } from '../wire/encode-value.js';
import { workerFrame, type InvokedParams, type NestedRequest } from '../wire/frame.js';
import type { WorkerPort } from '../transport/worker-port.js';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (thrown: unknown) => void;
}

/** Pending calls of other tools, which the host makes for bodies. */
export class OpenInvokes {
  readonly #port: WorkerPort;
  readonly #waiting = new Map<string, Waiting>();

  constructor(port: WorkerPort) {
    this.#port = port;
  }

  /** Rejects with the host's error, or when the request cannot be sent. */
  ask(id: string, seq: number, { tool, input, lent }: NestedRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { value } = encodeValue(input, this.#port.mode);
      this.#port.send(workerFrame('invoke', { id, seq, tool, input: value, ...(lent && { lent }) }));
      this.#waiting.set(keyOf(id, seq), { resolve, reject });
    });
  }

  answer({ id, seq, value, thrown }: InvokedParams): void {
    const key = keyOf(id, seq);
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (thrown === undefined) waiting?.resolve(value);
    else waiting?.reject(thrown);
  }
}

function keyOf(id: string, seq: number): string {
  return `${seq} ${id}`;
}
