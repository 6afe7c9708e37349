import type { TrailHead, TrailVerdict } from '@helve/core';
import { changeIn, emptyHead, type TrailRow } from './chain.js';
import type { TrailGuard } from './trail-guard.js';

/** The state of a trail at one moment. */
export interface TrailState {
  readonly head: TrailHead;
  readonly rowCount: number;
  readonly lastSeq: number;
}

/** Source of the records of a chain. */
export interface ChainSource {
  state(): Promise<TrailState>;
  /** Returns the next records after a number, in order; an empty list at the end. */
  after(seq: number): Promise<readonly TrailRow[]>;
}

/**
 * Verifies a chain from its first record to its head:
 *
 *     empty ◀── 1 ◀── 2 ◀── 3 ◀── head      each record holds the hash of the previous one
 *
 * Records that are appended meanwhile are ignored.
 */
export async function verifyChain(
  source: ChainSource,
  guard: TrailGuard,
  expectedHead?: string,
): Promise<TrailVerdict> {
  // Read first: every head known by now is in the trail already.
  const known = guard.known();
  const { head, rowCount, lastSeq } = await source.state();
  let last: TrailHead = emptyHead;
  let hashAtKnown: string | undefined;
  let reached = expectedHead === undefined || expectedHead === emptyHead.hash;
  const broken = (problem: string, seq = last.count + 1): TrailVerdict => ({
    ok: false,
    count: rowCount,
    brokenAtSeq: seq,
    problem,
  });

  while (last.count < head.count) {
    const rows = await source.after(last.count);
    if (rows.length === 0) return broken(`the records end at ${last.count}, the head counts ${head.count}`);
    for (const row of rows) {
      if (row.seq > head.count) break;
      const problem = findProblem(row, last);
      if (problem !== undefined) return broken(problem);
      last = { hash: row.hash, count: row.seq };
      reached ||= row.hash === expectedHead;
      if (row.seq === known.count) hashAtKnown = row.hash;
    }
    if (last.count < head.count && (rows.at(-1)?.seq ?? 0) > head.count) return broken('a record is missing');
  }
  if (last.hash !== head.hash) return broken('the head holds another hash than the last record', head.count);
  if (lastSeq > head.count || rowCount !== head.count) return broken('there are records that the head does not count');
  const problem = guard.problemOf(head, known, hashAtKnown);
  if (problem !== undefined) return broken(problem, Math.min(head.count, known.count) + 1);
  if (!reached) return broken(`no record has the expected hash "${expectedHead}": the end was cut off or rewritten`);
  return { ok: true, count: head.count, head };
}

function findProblem(row: TrailRow, last: TrailHead): string | undefined {
  if (row.seq !== last.count + 1) return 'a record is missing';
  if (row.previousHash !== last.hash) return 'the record does not follow the one before it';
  return changeIn(row);
}
