import { RecentMap } from '@helve/core';

/** Maximum number of remembered cancels; the oldest are dropped first. */
const MAX = 1024;

/** Cancels of calls that have not begun. */
export class EarlyCancels {
  readonly #reasons = new RecentMap<string, string | undefined>(MAX);

  add(callId: string, reason: string | undefined): void {
    this.#reasons.set(callId, reason);
  }

  /** Removes and returns the cancel of a call that begins now. */
  take(callId: string): { readonly reason: string | undefined } | undefined {
    if (!this.#reasons.has(callId)) return undefined;
    const reason = this.#reasons.get(callId);
    this.#reasons.delete(callId);
    return { reason };
  }
}
