import { backoff } from '@helve/core';

/** How often, and how soon, a worker that died is started again. */
export interface RestartPolicy {
  /** The wait after the first exit; each further one doubles it. */
  readonly baseMs: number;
  readonly capMs: number;
  /** By how much a wait may differ, as a share of it. */
  readonly jitter: number;
  /** A worker that was ready for so long counts as healthy: the waits begin anew. */
  readonly stableMs: number;
  /** So many exits within the window are too many. */
  readonly maxExits: number;
  readonly windowMs: number;
}

const defaultRestartPolicy: RestartPolicy = Object.freeze({
  baseMs: 200,
  capMs: 30_000,
  jitter: 0.2,
  stableMs: 60_000,
  maxExits: 5,
  windowMs: 180_000,
});

/** Counts the exits of one worker and says how long to wait after each, until they are too many. */
export class CrashBudget {
  readonly policy: RestartPolicy;
  readonly #random: () => number;
  #exits: number[] = [];
  #row = 0;

  constructor(policy: Partial<RestartPolicy> = {}, random: () => number = Math.random) {
    this.policy = { ...defaultRestartPolicy, ...policy };
    this.#random = random;
  }

  /** How many exits the window holds. */
  get exits(): number {
    return this.#exits.length;
  }

  /** The wait in milliseconds; undefined when the budget is used up. */
  onExit(nowMs: number, readySinceMs: number | undefined): number | undefined {
    const { baseMs, capMs, jitter, stableMs, maxExits, windowMs } = this.policy;
    if (readySinceMs !== undefined && nowMs - readySinceMs >= stableMs) this.#row = 0;
    this.#exits = [...this.#exits.filter((at) => nowMs - at < windowMs), nowMs];
    if (this.#exits.length >= maxExits) return undefined;
    this.#row += 1;
    return backoff({ attempt: this.#row, baseMs, capMs, jitter, random: this.#random });
  }

  reset(): void {
    this.#exits = [];
    this.#row = 0;
  }
}
