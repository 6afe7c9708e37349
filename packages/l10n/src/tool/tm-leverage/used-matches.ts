import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import { writeTextFile, type FileAccess, type LocaleId, type Runs } from '@helve/flow';
import { ownHeader, tmxEnd, tmxStart, writeUnit } from '../../memory-exchange/write-tmx.js';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';

/** A filled target. */
export interface UsedMatch {
  readonly id: string;
  readonly from: LocaleId;
  readonly to: LocaleId;
  readonly source: Runs;
  readonly target: Runs;
  readonly at: string;
}

/** Report of blocks: numbers, and for a file of matches its header and the units that were used. */
export type LeverageReport = JsonObject & {
  readonly counts: { readonly [name: string]: number };
  readonly start: string;
  /** Each is followed by `MARK`. */
  readonly units: string;
};

/** Not allowed in XML. */
const MARK = '\0';

/** Creates the report of one block. */
export function leverageReport(
  counts: LeverageReport['counts'],
  used: UsedMatch | undefined,
  version: string,
): LeverageReport {
  if (used === undefined) return { counts, start: '', units: '' };
  const { id, from, to, source, target, at } = used;
  const variants = { [from]: source, [to]: target };
  const entry = { id, variants, entities: [], properties: {}, origins: [], createdAt: at, updatedAt: at };
  return {
    counts,
    start: tmxStart(ownHeader(from, version, at)),
    units: writeUnit(entry, new Set([from, to])).xml + MARK,
  };
}

/** Adds the numbers and lists the units. */
export function joinLeverage(one: Json, other: Json): Json {
  if (!isLeverage(one) || !isLeverage(other)) return other;
  const counts = addCounts(one.counts, other.counts);
  return { counts, start: one.start === '' ? other.start : one.start, units: one.units + other.units };
}

/** Merges the reports of a run; the used matches go to the file that the step names, without duplicates. */
export function mergeLeverage(
  reports: readonly { readonly document: string; readonly entries: readonly Json[] }[],
  path: string | undefined,
  files: FileAccess | undefined,
): Json {
  const leverage = reports.map(({ document, entries }) => ({ document, entries: entries.filter(isLeverage) }));
  const all = leverage.flatMap(({ entries }) => entries);
  const start = all.find((entry) => entry.start !== '')?.start;
  if (path !== undefined && start !== undefined) {
    const units = new Set(all.flatMap((entry) => entry.units.split(MARK)));
    writeTextFile(path, start + [...units].join('') + tmxEnd, files);
  }
  return mergeCounts(
    leverage.map(({ document, entries }) => ({ document, entries: entries.map(({ counts }) => counts) })),
  );
}

function isLeverage(value: Json): value is LeverageReport {
  return isPlainObject(value) && isPlainObject(value['counts']) && typeof value['units'] === 'string';
}
