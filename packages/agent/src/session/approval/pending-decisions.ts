import { callAfter, sha256, type Clock } from '@helve/core';

/** The decision of a person on a call that waits for them. */
export type Decision = 'confirmed' | 'denied' | 'expired';

/** Calls that wait for a person's decision, by the hash of their tokens. */
export class PendingDecisions {
  readonly #waiting = new Map<string, (decision: Decision) => void>();
  readonly #clock: Clock | undefined;

  constructor(clock: Clock | undefined) {
    this.#clock = clock;
  }

  /** Waits for the decision, until the token expires or the signal fires. */
  wait(token: string, expiresInMs: number, signal: AbortSignal): Promise<Decision> {
    const key = sha256(token);
    return new Promise((resolve) => {
      const settle = (decision: Decision) => {
        stop();
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(key);
        resolve(decision);
      };
      const abort = () => settle('expired');
      const stop = later(this.#clock, Math.max(0, expiresInMs), abort);
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.set(key, settle);
    });
  }

  /** False if no call waits for this token. */
  decide(token: string, decision: Decision): boolean {
    const settle = this.#waiting.get(sha256(token));
    settle?.(decision);
    return settle !== undefined;
  }
}

function later(clock: Clock | undefined, ms: number, callback: () => void): () => void {
  return clock?.after === undefined ? callAfter(ms, callback) : clock.after(ms, callback);
}
