import type { CallRecord } from '../wire/wire.js';

/** Puts records together, each once, newest first. */
export function mergeRecords(
  before: readonly CallRecord[] | undefined,
  more: readonly CallRecord[],
): readonly CallRecord[] {
  const bySeq = new Map([...(before ?? []), ...more].map((record) => [record.seq, record]));
  if (before !== undefined && bySeq.size === before.length) return before;
  return [...bySeq.values()].sort((one, other) => other.seq - one.seq);
}
