import type { Job } from './job.js';

/** Limits on how often, and for how long, other jobs may overtake one. */
const MAX_PASSES = 64;
const MAX_PASSED_MS = 30_000;

/** Waiting jobs by descending priority, then by arrival. */
export class PendingJobs {
  readonly #jobs: Job[] = [];

  get size(): number {
    return this.#jobs.length;
  }

  add(job: Job): void {
    const before = this.#jobs.findLastIndex(({ priority }) => priority >= job.priority);
    this.#jobs.splice(before + 1, 0, job);
  }

  remove(job: Job): boolean {
    const at = this.#jobs.indexOf(job);
    if (at < 0) return false;
    this.#jobs.splice(at, 1);
    return true;
  }

  /** Returns a snapshot in order. */
  list(): readonly Job[] {
    return [...this.#jobs];
  }

  countOf(instanceId: string): number {
    return this.#jobs.filter(({ request }) => request.instanceId === instanceId).length;
  }
}

/** True when no other job may overtake this one any more. */
export function isStarving({ passes, blockedSince }: Job, nowMs: number): boolean {
  return passes >= MAX_PASSES || (blockedSince !== undefined && nowMs - blockedSince >= MAX_PASSED_MS);
}
