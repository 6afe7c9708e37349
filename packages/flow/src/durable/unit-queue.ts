import { digest } from '@helve/core';
import type { WorkerFacts } from '../contract/engine.js';
import type { UnitQueue } from '../contract/journal-table.js';

/** The queue of units of a build with the same needs. Its name fits a dispatcher that has rules for names. */
export function unitQueue(build: string, needs: readonly string[]): UnitQueue {
  const sorted = [...new Set(needs)].toSorted();
  const suffix = sorted.length === 0 ? '' : `-${digest(sorted).slice(0, 8)}`;
  return Object.freeze({ name: `${digest(build).slice(0, 12)}${suffix}`, build, needs: Object.freeze(sorted) });
}

/** True when a worker may take units of a queue. */
export function covers({ build, labels = [] }: WorkerFacts, queue: UnitQueue): boolean {
  return build === queue.build && queue.needs.every((need) => labels.includes(need));
}
