import { type TimerClock } from '@helve/core';
import type { Job } from './job.js';

const KEEP_MS = 15 * 60_000;
const KEEP_COUNT = 1000;

/** Finished jobs, remembered for a while. */
export class FinishedJobs {
  readonly #clock: TimerClock;
  readonly #keepMs: number;
  readonly #keepCount: number;
  readonly #jobs = new Map<string, Job>();

  constructor(
    clock: TimerClock,
    { keepMs = KEEP_MS, keepCount = KEEP_COUNT }: { keepMs?: number; keepCount?: number },
  ) {
    this.#clock = clock;
    this.#keepMs = keepMs;
    this.#keepCount = keepCount;
  }

  add(job: Job): void {
    this.#jobs.set(job.id, job);
    this.#forget();
  }

  get(id: string): Job | undefined {
    this.#forget();
    return this.#jobs.get(id);
  }

  /** Drops expired jobs, which are stored in the order of their ends. */
  #forget(): void {
    const before = this.#clock.now() - this.#keepMs;
    for (const [id, { finishedAt = 0 }] of this.#jobs) {
      if (finishedAt >= before && this.#jobs.size <= this.#keepCount) return;
      this.#jobs.delete(id);
    }
  }
}
