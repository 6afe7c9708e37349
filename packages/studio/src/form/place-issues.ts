import type { Issue } from '../wire/wire.js';
import { nearestPointer } from './pointer.js';

/** What is wrong, by the place it is shown at. */
export type PlacedIssues = ReadonlyMap<string, string>;

/** Brings every issue to a place of the form: its own, or the nearest one around it. */
export function placeIssues(issues: readonly Issue[], known: ReadonlySet<string>): PlacedIssues {
  const placed = new Map<string, string>();
  for (const { pointer, message } of issues) {
    const place = nearestPointer(pointer, known) ?? '';
    const before = placed.get(place);
    placed.set(place, before === undefined ? message : `${before}; ${message}`);
  }
  return placed;
}
