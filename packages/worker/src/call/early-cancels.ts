import { RecentMap } from '@helve/core';

/** As many as are kept; the oldest go first. */
const MAX = 1024;

/** Cancels of calls that have not begun. */
export class EarlyCancels {
  readonly #reasons = new RecentMap<string, string | undefined>(MAX);

  add(callId: string, reason: string | undefined): void {
    this.#reasons.set(callId, reason);
  }

  /** The cancel of a call that begins now, if there was one. */
  take(callId: string): { readonly reason: string | undefined } | undefined {
    if (!this.#reasons.has(callId)) return undefined;
    const reason = this.#reasons.get(callId);
    this.#reasons.delete(callId);
    return { reason };
  }
}
