import type { Usage } from '../call/call-sink.js';

const nothing: Usage = Object.freeze({});

/** Usage totals: exact sums over calls, whatever their outcome. */
export class UsageLedger {
  /** Created with the first figure; most calls report none. */
  #totals: Map<string, number> | undefined;

  add(usage: Usage): void {
    for (const unit in usage) {
      this.#totals ??= new Map();
      this.#totals.set(unit, (this.#totals.get(unit) ?? 0) + (usage[unit] ?? 0));
    }
  }

  totals(): Usage {
    return this.#totals === undefined ? nothing : Object.fromEntries(this.#totals);
  }
}
