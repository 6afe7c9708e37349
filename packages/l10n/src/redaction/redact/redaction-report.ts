import type { Json, JsonObject } from '@helve/core';
import type { OpenField } from './find-secrets.js';

/** Number of matches by category and surface. */
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

  get surfaces(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#surfaces);
  }

  /** Builds a report under the name of the operation, with additional counts. */
  toReport(name: string, more: Readonly<Record<string, number>> = {}): JsonObject {
    const report: Record<string, Json> = {};
    report[name] = this.#total;
    report['categories'] = Object.fromEntries(this.#categories);
    report['surfaces'] = this.surfaces;
    for (const [key, count] of Object.entries(more)) report[key] = count;
    return report;
  }
}

/** Counts the extracted matches; the fragments of one match count once. */
export function countTaken(open: readonly OpenField[]): MatchCounts {
  return countIn(open.filter(({ field }) => field.kept !== true));
}

/** Counts the matches, by surface, that stay in the written file. */
export function countKept(open: readonly OpenField[]): Readonly<Record<string, number>> {
  return countIn(open.filter(({ field }) => field.kept === true)).surfaces;
}

function countIn(open: readonly OpenField[]): MatchCounts {
  const counts = new MatchCounts();
  for (const { field, units } of open) {
    for (const { flat } of units) {
      for (const { by } of flat.taken) if ((by.part ?? 1) === 1) counts.add(by.secret.category, field.surface);
    }
  }
  return counts;
}
