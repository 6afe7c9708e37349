import type { Usage } from '../call/call-sink.js';

/** What calls have used: totals are exact sums over calls, whatever became of them. */
export class UsageLedger {
  readonly #totals = new Map<string, number>();

  add(usage: Usage): void {
    for (const [unit, figure] of Object.entries(usage)) this.#totals.set(unit, (this.#totals.get(unit) ?? 0) + figure);
  }

  totals(): Usage {
    return Object.fromEntries(this.#totals);
  }
}
