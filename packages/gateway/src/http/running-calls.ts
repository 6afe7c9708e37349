import { CancelSource, ownerOf, type ToolUser } from '@helve/core';
import { OwnerCounts, shareOfOwner } from '@helve/govern';
import { gatewayErrors } from '../gateway-errors.js';

/** The calls under way, so that a closing gateway can end them, and a busy one can refuse more. */
export class RunningCalls {
  readonly #running = new Set<AbortController>();
  readonly #connections = new Set<CancelSource>();
  #onConnections = 0;
  readonly #closing = new AbortController();
  readonly #byOwner = new OwnerCounts();
  readonly #max: number;
  readonly #maxOfOwner: number;

  constructor(max = Number.POSITIVE_INFINITY) {
    this.#max = max;
    this.#maxOfOwner = shareOfOwner(max);
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
  enter(connection: CancelSource, user: ToolUser): AbortSignal {
    this.#count(user);
    this.#onConnections += 1;
    return connection.signal;
  }

  leave(user: ToolUser): void {
    this.#onConnections -= 1;
    this.#discount(user);
  }

  /** Runs one call with a signal that fires when its client hangs up or the gateway ends it. */
  async run<T>(hangUp: AbortSignal, user: ToolUser, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const call = new AbortController();
    const end = () => call.abort(hangUp.reason);
    if (hangUp.aborted) end();
    hangUp.addEventListener('abort', end, { once: true });
    try {
      return await this.runOn(call, user, work);
    } finally {
      hangUp.removeEventListener('abort', end);
    }
  }

  /** The same for a call whose end is in the hand of its door already. */
  async runOn<T>(call: AbortController, user: ToolUser, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#count(user);
    this.#running.add(call);
    try {
      return await work(call.signal);
    } finally {
      this.#running.delete(call);
      this.#discount(user);
    }
  }

  #count(user: ToolUser): void {
    const owner = ownerOf(user);
    if (this.size >= this.#max || this.#byOwner.of(owner) >= this.#maxOfOwner) throw busy(this.size);
    this.#byOwner.add(owner);
  }

  #discount(user: ToolUser): void {
    this.#byOwner.remove(ownerOf(user));
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
