import type { ToolClock, TurnCounters } from '../../contract/turn-stores.js';

/** Counters and tool time of one turn; reset for the next one. */
export class TurnUsage implements TurnCounters, ToolClock {
  #counts = new Map<string, number>();
  /** Intervals in which a tool ran, by turn: sorted and disjoint. */
  #times = new Map<string, readonly Interval[]>();

  reset(): void {
    this.#counts = new Map();
    this.#times = new Map();
  }

  reserve(turnId: string, name: string, limit: number): boolean {
    const key = keyOf(turnId, name);
    const count = this.#counts.get(key) ?? 0;
    if (count >= limit) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  release(turnId: string, name: string): void {
    const key = keyOf(turnId, name);
    const count = this.#counts.get(key) ?? 0;
    if (count > 0) this.#counts.set(key, count - 1);
  }

  add(turnId: string, fromMs: number, toMs: number): number {
    const intervals = merge(this.#times.get(turnId) ?? [], [fromMs, Math.max(fromMs, toMs)]);
    this.#times.set(turnId, intervals);
    return intervals.reduce((sum, [from, to]) => sum + to - from, 0);
  }
}

type Interval = readonly [fromMs: number, toMs: number];

/** Merges overlapping intervals. */
function merge(intervals: readonly Interval[], added: Interval): readonly Interval[] {
  let [from, to] = added;
  const apart = intervals.filter(([start, end]) => {
    if (end < from || start > to) return true;
    [from, to] = [Math.min(from, start), Math.max(to, end)];
    return false;
  });
  return [...apart, [from, to] as const].sort(([a], [b]) => a - b);
}

function keyOf(turnId: string, name: string): string {
  return `${turnId} ${name}`;
}
