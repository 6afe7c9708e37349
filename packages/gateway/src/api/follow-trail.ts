import { sleep, type StoredCallRecord, type TrailFilter } from '@helve/core';
import type { TrailReader } from '../port/trail-reader.js';

const everyMs = 500;
const pageSize = 100;
/** Maximum number of records that a reader catches up on. */
const maxBehind = 1_000;

/**
 * Records as they are stored, by this process or another, from `after` on or else from now on; until the signal fires.
 * A call is told of once, with its result; intents only where they were asked for.
 */
export async function* followTrail(
  trail: Pick<TrailReader, 'list'>,
  filter: TrailFilter,
  after: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<StoredCallRecord, void, undefined> {
  let last = after ?? (await trail.list({ limit: 1 }))[0]?.seq ?? 0;
  while (!signal.aborted) {
    for (const record of await newerThan(last, trail, filter)) {
      yield record;
      last = record.seq;
    }
    // Somebody who leaves meanwhile ends the wait, and with it the feed.
    await sleep(everyMs, signal).catch(() => undefined);
  }
}

/** Oldest first. */
async function newerThan(
  last: number,
  trail: Pick<TrailReader, 'list'>,
  filter: TrailFilter,
): Promise<readonly StoredCallRecord[]> {
  const found: StoredCallRecord[] = [];
  let beforeSeq: number | undefined;
  while (found.length < maxBehind) {
    const page = await trail.list({ ...filter, limit: pageSize, ...(beforeSeq === undefined ? {} : { beforeSeq }) });
    const fresh = page.filter(({ seq }) => seq > last);
    found.push(...fresh.filter(({ outcome }) => filter.outcome === 'unknown' || outcome.kind !== 'unknown'));
    if (page.length === 0 || fresh.length < page.length) break;
    beforeSeq = fresh.at(-1)?.seq;
  }
  return found.toReversed();
}
