import { CancelSource } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';

/** The calls under way, so that a closing gateway can end them, and a busy one can refuse more. */
export class RunningCalls {
  readonly #running = new Set<AbortController>();
  readonly #connections = new Set<CancelSource>();
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
  connect(): CancelSource {
    const connection = new CancelSource();
    this.#connections.add(connection);
    return connection;
  }

  disconnect(connection: CancelSource): void {
    this.#connections.delete(connection);
    connection.cancel(new Error('The client hung up'));
  }

  /** Begins a call on a connection, whose one signal does for all of them; it has to `leave`. */
  enter(connection: CancelSource): AbortSignal {
    if (this.size >= this.#max) throw busy(this.size);
    this.#onConnections += 1;
    return connection.signal;
  }

  leave(): void {
    this.#onConnections -= 1;
  }

  /** Runs one call with a signal that fires when its client hangs up or the gateway ends it. */
  async run<T>(hangUp: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const call = new AbortController();
    const end = () => call.abort(hangUp.reason);
    if (hangUp.aborted) end();
    hangUp.addEventListener('abort', end, { once: true });
    try {
      return await this.runOn(call, work);
    } finally {
      hangUp.removeEventListener('abort', end);
    }
  }

  /** The same for a call whose end is in the hand of its door already. */
  async runOn<T>(call: AbortController, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.size >= this.#max) throw busy(this.size);
    this.#running.add(call);
    try {
      return await work(call.signal);
    } finally {
      this.#running.delete(call);
    }
  }

  beginClosing(): void {
    this.#closing.abort(new Error('The gateway is closing'));
  }

  abortAll(reason: unknown): void {
    for (const call of this.#running) call.abort(reason);
    for (const connection of this.#connections) connection.cancel(reason);
  }
}

function busy(running: number): Error {
  return gatewayErrors.create('GATEWAY_BUSY', { running }, { retryAfterMs: 1_000 });
}
