import { hash as hashText } from 'node:crypto';
import type { CallRecord, StoredCallRecord, TrailHead } from '@helve/core';
import { isAlive } from '../process-identity.js';
import { readRecord, toColumns, type RecordColumns, type WrittenRecord } from './record-text.js';

/** One record of the trail as a row. */
export interface ChainRow {
  readonly seq: number;
  readonly previousHash: string;
  readonly hash: string;
  /** Canonical JSON of the `CallRecord`. */
  readonly record: string;
}

/** A row with its lookup columns. */
export type TrailRow = ChainRow & RecordColumns;

/** The head of a trail without records. */
export const emptyHead: TrailHead = Object.freeze({ hash: '0'.repeat(64), count: 0 });

/** Returns the head that belongs to the last record. */
export function headOf(last: Pick<ChainRow, 'hash' | 'seq'> | undefined): TrailHead {
  return last === undefined ? emptyHead : { hash: last.hash, count: last.seq };
}

/** Appends records to a chain: each gets its number and the hash of the previous one. */
export function appendToChain(
  head: TrailHead,
  records: readonly WrittenRecord[],
): { rows: TrailRow[]; head: TrailHead } {
  let { hash, count } = head;
  const rows = records.map(({ text: record, columns }) => {
    const seq = count + 1;
    const previousHash = hash;
    hash = hashRow({ seq, previousHash, record });
    count = seq;
    const { requestId, toolId, userId, sessionId, outcome, owner, intentId } = columns;
    // Written out: a spread takes longer than the hash.
    return { seq, requestId, toolId, userId, sessionId, outcome, owner, intentId, record, previousHash, hash };
  });
  return { rows, head: { hash, count } };
}

/** SHA-256 of the canonical JSON of `{ previousHash, seq, record }`; the record is canonical already. */
function hashRow({ seq, previousHash, record }: Omit<ChainRow, 'hash'>): string {
  return hashText('sha256', `{"previousHash":${JSON.stringify(previousHash)},"record":${record},"seq":${seq}}`);
}

/** Describes a change in a record itself, or in the columns beside it. */
export function changeIn(row: TrailRow): string | undefined {
  if (row.hash !== hashRow(row)) return 'the record was changed';
  try {
    const columns = Object.entries(toColumns(row.record));
    const strayed = columns.find(([name, value]) => row[name as keyof RecordColumns] !== value);
    return strayed === undefined ? undefined : `the column of ${strayed[0]} differs from the record`;
  } catch {
    return 'the record cannot be read';
  }
}

export function toStoredRecord({ seq, previousHash, hash, record }: ChainRow): StoredCallRecord {
  const stored = { ...readRecord(record), seq, previousHash, hash };
  return mayRun(stored) ? { ...stored, running: true } : stored;
}

/** Without a deadline, a call counts as abandoned after a day; a result may come a little late. */
const NO_DEADLINE_MS = 86_400_000;
const LATE_MS = 10_000;

/** True when an intent may still get its result: its process runs, and its time is not over. */
function mayRun({ outcome, writtenBy, startedAt, deadlineAt }: CallRecord): boolean {
  if (outcome.kind !== 'unknown' || writtenBy === undefined) return false;
  const endMs = deadlineAt === undefined ? Date.parse(startedAt) + NO_DEADLINE_MS : Date.parse(deadlineAt) + LATE_MS;
  return Date.now() < endMs && isAlive(writtenBy);
}

/** The head as a row; without a row all fields are null. */
export interface HeadRow {
  readonly hash: string | null;
  readonly count: number | null;
  readonly signature: string | null;
}

/** The head with the count and the last number of the records themselves. */
export interface StateRow extends HeadRow {
  readonly rowCount: number;
  readonly lastSeq: number;
}

export function toHead(row: HeadRow | undefined): TrailHead {
  if (row === undefined || row.hash === null || row.count === null) return emptyHead;
  const { hash, count, signature } = row;
  return signature === null ? { hash, count } : { hash, count, signature };
}
