import { appendFileSync } from 'node:fs';

/** What an attack came to, as a row of the table that `npm run attack` prints. */
export interface Tally {
  readonly attack: string;
  /** Answers that said that something was done. */
  readonly acknowledged: number;
  /** Of those, what is not there. */
  readonly lost: number;
  /** What happened more than once. */
  readonly doubled: number;
  /** What stayed behind: slots, files, processes, memory beyond its limit. */
  readonly leaked: number;
  readonly note?: string;
}

/** True when the long forms are asked for: minutes instead of moments. */
export const isLong = process.env['HELVE_ATTACK'] === 'long';

/** Leaves a test to `npm run attack`, with its reason; as the options of a test. */
export function onlyLong(isPossible = true) {
  const skipReason = isLong ? 'needs Linux, root or Postgres' : 'minutes long: only `npm run attack` runs it';
  return isLong && isPossible ? {} : { skip: true, meta: { skipReason } };
}

/** Adds a row to the table, where somebody prints one. */
export function tally(row: Tally): void {
  const file = process.env['HELVE_ATTACK_TABLE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
