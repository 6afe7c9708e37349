import type { Job } from './job.js';

/** So often, or for so long, others may go first. */
const MAX_PASSES = 64;
const MAX_PASSED_MS = 30_000;

/** Jobs that wait: the higher priority first, and those of one priority in the order in which they came. */
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

  /** All of them, in their order, as they are now. */
  list(): readonly Job[] {
    return [...this.#jobs];
  }

  countOf(instanceId: string): number {
    return this.#jobs.filter(({ request }) => request.instanceId === instanceId).length;
  }
}

/** Whether nobody may go before this job any more. */
export function isStarving({ passes, blockedSince }: Job, nowMs: number): boolean {
  return passes >= MAX_PASSES || (blockedSince !== undefined && nowMs - blockedSince >= MAX_PASSED_MS);
}
