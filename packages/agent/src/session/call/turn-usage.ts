import type { ToolClock, TurnCounters } from '../../contract/turn-stores.js';

/** What is counted within a turn; the next one starts anew. */
export class TurnUsage implements TurnCounters, ToolClock {
  #counts = new Map<string, number>();
  /** Times in which a tool ran, by turn: in order, and apart from each other. */
  #times = new Map<string, readonly Span[]>();

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
    const spans = merge(this.#times.get(turnId) ?? [], [fromMs, Math.max(fromMs, toMs)]);
    this.#times.set(turnId, spans);
    return spans.reduce((sum, [from, to]) => sum + to - from, 0);
  }
}

type Span = readonly [fromMs: number, toMs: number];

/** Overlapping times become one. */
function merge(spans: readonly Span[], added: Span): readonly Span[] {
  let [from, to] = added;
  const apart = spans.filter(([start, end]) => {
    if (end < from || start > to) return true;
    [from, to] = [Math.min(from, start), Math.max(to, end)];
    return false;
  });
  return [...apart, [from, to] as const].sort(([a], [b]) => a - b);
}

function keyOf(turnId: string, name: string): string {
  return `${turnId} ${name}`;
}
