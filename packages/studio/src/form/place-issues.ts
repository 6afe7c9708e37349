import type { Issue } from '../wire/wire.js';
import { nearestPointer } from './pointer.js';

/** Issues by the pointer of the field that shows them. */
export type PlacedIssues = ReadonlyMap<string, string>;

/** Assigns every issue to a field: its own, or the nearest one around it. */
export function placeIssues(issues: readonly Issue[], known: ReadonlySet<string>): PlacedIssues {
  const placed = new Map<string, string>();
  for (const { pointer, message } of issues) {
    const nearest = nearestPointer(pointer, known) ?? '';
    const before = placed.get(nearest);
    placed.set(nearest, before === undefined ? message : `${before}; ${message}`);
  }
  return placed;
}
