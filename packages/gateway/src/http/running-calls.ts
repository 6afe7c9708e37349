import { ownerOf, type ToolUser } from '@helve/core';
import { shareOfOwner } from '@helve/govern';
import { gatewayErrors } from '../gateway-errors.js';
import { OwnerLimit } from '../auth/owner-limit.js';

/** Feeds keep a connection open for as long as their reader likes. */
const maxFeeds = 200;
const maxFeedsOfOwner = 40;

/** Counts the calls and feeds under way, so that a busy gateway can refuse more and a closing one can end them. */
export class RunningCalls {
  readonly #calls: OwnerLimit;
  readonly #feeds = new OwnerLimit(maxFeeds, maxFeedsOfOwner, busy(5_000));
  readonly #closing = new AbortController();
  readonly #ending = new AbortController();

  constructor(max = Number.POSITIVE_INFINITY) {
    this.#calls = new OwnerLimit(max, shareOfOwner(max), busy(1_000));
  }

  /** Number of calls that run. */
  get size(): number {
    return this.#calls.size;
  }

  /** Aborts as soon as the gateway begins to close: for feeds, which have no end of their own. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Aborts when the gateway ends the calls that still run. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Runs one call of a user; throws where there are too many of all users or of this one. */
  async run<T>(user: ToolUser, work: () => Promise<T>): Promise<T> {
    const owner = ownerOf(user);
    this.#calls.add(owner);
    try {
      return await work();
    } finally {
      this.#calls.remove(owner);
    }
  }

  /** Takes the place of one feed of a user until the returned function is called. */
  openFeed(user: ToolUser): () => void {
    const owner = ownerOf(user);
    this.#feeds.add(owner);
    return () => this.#feeds.remove(owner);
  }

  beginClosing(): void {
    this.#closing.abort(new Error('The gateway is closing'));
  }

  /** Ends all calls. */
  endAll(reason: unknown): void {
    this.#ending.abort(reason);
  }
}

function busy(retryAfterMs: number) {
  return (running: number) => gatewayErrors.create('GATEWAY_BUSY', { running }, { retryAfterMs });
}
