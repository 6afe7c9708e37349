import { setMaxListeners } from 'node:events';
import type { Context } from 'hono';
import { gatewayErrors } from '../gateway-errors.js';
import type { DoorEnv } from './route.js';

/** The calls under way, so that a closing gateway can end them, and a busy one can refuse more. */
export class RunningCalls {
  readonly #running = new Set<AbortController>();
  readonly #connections = new Set<AbortController>();
  #onConnections = 0;
  readonly #closing = new AbortController();
  readonly #max: number;

  constructor(max = Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  /** How many run. */
  get size(): number {
    return this.#running.size + this.#onConnections;
  }

  /** Fires as soon as the gateway begins to close: for feeds without an end of their own. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** The end of calls whose client has this connection; it fires when the connection closes, or the gateway ends them. */
  connect(): AbortController {
    const connection = new AbortController();
    // Requests that were sent without waiting for answers listen all at once.
    setMaxListeners(0, connection.signal);
    this.#connections.add(connection);
    return connection;
  }

  disconnect(connection: AbortController): void {
    this.#connections.delete(connection);
    connection.abort(new Error('The client hung up'));
  }

  /** Runs the call of a visit; one signal does for all the calls of a connection. */
  runFor<T>({ env: { connection }, req }: Context<DoorEnv>, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (connection === undefined) return this.run(req.raw.signal, work);
    if (this.size >= this.#max) throw busy(this.size);
    return this.#count(connection.signal, work);
  }

  /** Runs one call with a signal that fires when its client hangs up or the gateway ends it. */
  async run<T>(hangUp: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.size >= this.#max) throw busy(this.size);
    const call = new AbortController();
    const end = () => call.abort(hangUp.reason);
    if (hangUp.aborted) end();
    hangUp.addEventListener('abort', end, { once: true });
    this.#running.add(call);
    try {
      return await work(call.signal);
    } finally {
      this.#running.delete(call);
      hangUp.removeEventListener('abort', end);
    }
  }

  async #count<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#onConnections += 1;
    try {
      return await work(signal);
    } finally {
      this.#onConnections -= 1;
    }
  }

  beginClosing(): void {
    this.#closing.abort(new Error('The gateway is closing'));
  }

  abortAll(reason: unknown): void {
    for (const call of [...this.#running, ...this.#connections]) call.abort(reason);
  }
}

function busy(running: number): Error {
  return gatewayErrors.create('GATEWAY_BUSY', { running }, { retryAfterMs: 1_000 });
}
