import { backoff } from '@helve/core';

/** Limits and delays of restarts. */
export interface RestartPolicy {
  /** Delay after the first exit; each further exit doubles it. */
  readonly baseMs: number;
  readonly capMs: number;
  /** Random variation of a delay, as a share of it. */
  readonly jitter: number;
  /** Time after which a ready worker counts as healthy, which resets the delay. */
  readonly stableMs: number;
  /** Number of exits within the window that is too many. */
  readonly maxExits: number;
  readonly windowMs: number;
}

export const defaultRestartPolicy: RestartPolicy = Object.freeze({
  baseMs: 200,
  capMs: 30_000,
  jitter: 0.2,
  stableMs: 60_000,
  maxExits: 5,
  windowMs: 180_000,
});

/** Counts the exits of one worker and returns the delay after each, until the budget is used up. */
export class CrashBudget {
  readonly policy: RestartPolicy;
  readonly #random: () => number;
  #exits: number[] = [];
  #row = 0;

  constructor(policy: Partial<RestartPolicy> = {}, random: () => number = Math.random) {
    this.policy = { ...defaultRestartPolicy, ...policy };
    this.#random = random;
  }

  /** Number of exits within the window. */
  get exits(): number {
    return this.#exits.length;
  }

  /** Returns the delay in milliseconds; undefined when the budget is used up. */
  onExit(nowMs: number, readySinceMs: number | undefined): number | undefined {
    const { baseMs, capMs, jitter, stableMs, maxExits, windowMs } = this.policy;
    if (readySinceMs !== undefined && nowMs - readySinceMs >= stableMs) this.#row = 0;
    this.#exits = [...this.#exits.filter((at) => nowMs - at < windowMs), nowMs];
    if (this.#exits.length >= maxExits) return undefined;
    this.#row += 1;
    return backoff({ attempt: this.#row, baseMs, capMs, jitter, random: this.#random });
  }

  /** True when the last exit is a window ago, so that another start is worth a try. */
  isOver(nowMs: number): boolean {
    return this.#exits.every((at) => nowMs - at >= this.policy.windowMs);
  }

  reset(): void {
    this.#exits = [];
    this.#row = 0;
  }
}
