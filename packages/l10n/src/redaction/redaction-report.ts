import type { JsonObject } from '@helve/core';
import type { OpenField } from './find-secrets.js';

/** How many matches there were of each kind and in each place. */
export class MatchCounts {
  readonly #categories = new Map<string, number>();
  readonly #surfaces = new Map<string, number>();
  #total = 0;

  add(category: string, surface: string): void {
    this.#categories.set(category, (this.#categories.get(category) ?? 0) + 1);
    this.#surfaces.set(surface, (this.#surfaces.get(surface) ?? 0) + 1);
    this.#total += 1;
  }

  get total(): number {
    return this.#total;
  }

  /** Under the name of what was done to them. */
  toReport(name: string): JsonObject {
    const categories = Object.fromEntries(this.#categories);
    return { [name]: this.#total, categories, surfaces: Object.fromEntries(this.#surfaces) };
  }
}

/** Counts what was taken out; the pieces of one match are one. */
export function countTaken(open: readonly OpenField[]): MatchCounts {
  const counts = new MatchCounts();
  for (const { field, units } of open) {
    for (const { by } of units.flatMap(({ flat }) => flat.taken)) {
      if ((by.part ?? 1) === 1) counts.add(by.secret.category, field.surface);
    }
  }
  return counts;
}
