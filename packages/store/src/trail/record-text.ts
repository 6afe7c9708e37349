import { cutRecord, storedRecordLimits, type CallRecord } from '@helve/core';
import { toColumnText } from '../column-text.js';
import { ownIdentity } from '../process-identity.js';
import { storeErrors } from '../store-errors.js';
import { nearestJson } from './nearest-json.js';

/** Columns for looking up records; they repeat fields of the record. */
export interface RecordColumns {
  readonly requestId: string;
  readonly toolId: string;
  readonly userId: string;
  readonly sessionId: string | null;
  readonly outcome: string;
  /** Null in records that were written before records had owners. */
  readonly owner: string | null;
  readonly intentId: string | null;
}

/** A serialized record with its columns. */
export interface WrittenRecord {
  /** Its canonical JSON. */
  readonly text: string;
  readonly columns: RecordColumns;
}

/** A record from before records had owners. */
type OwnerlessRecord = Omit<CallRecord, 'owner'> & { readonly owner?: undefined };

/** Serializes a record. No input of a caller may keep its call out of the trail. */
export function writeRecord(record: CallRecord): WrittenRecord {
  try {
    const text = nearestJson(withWriter(record));
    // The common case: nothing in it can be too large.
    return text.length <= SMALL_CHARS ? { text, columns: readColumns(record) } : writeLarge(record);
  } catch (cause) {
    const problem = cause instanceof Error ? (cause.message.split('\n')[0] ?? cause.name) : 'it cannot be read';
    throw storeErrors.create('STORE_RECORD_INVALID', { request: String(record.requestId), problem }, { cause });
  }
}

const SMALL_CHARS = 16_384;

/** Serializes a record whose parts may be too large; an input that is as it was sent is stored once. */
function writeLarge(record: CallRecord): WrittenRecord {
  const kept = withWriter(cutRecord(record, storedRecordLimits, nearestJson));
  const { input, ...rest } = kept;
  const isAsSent = input !== undefined && nearestJson(input) === nearestJson(kept.rawInput);
  return { text: nearestJson(isAsSent ? { ...rest, inputAsSent: true } : kept), columns: readColumns(kept) };
}

/** Reads a stored record. */
export function readRecord(recordText: string): CallRecord {
  const { inputAsSent, ...record } = JSON.parse(recordText) as CallRecord & { readonly inputAsSent?: true };
  return inputAsSent === true ? { ...record, input: record.rawInput } : record;
}

/** Adds the process to an intent, so that a running call can be told from an abandoned one. */
function withWriter(record: CallRecord): CallRecord {
  // Last in canonical order.
  return record.outcome.kind === 'unknown' ? { ...record, writtenBy: ownIdentity() } : record;
}

/** Reads the columns from a stored record. */
export function toColumns(recordText: string): RecordColumns {
  return readColumns(JSON.parse(recordText) as CallRecord | OwnerlessRecord);
}

function readColumns({
  requestId,
  toolId,
  userId,
  sessionId,
  outcome,
  owner,
  intentId,
}: CallRecord | OwnerlessRecord): RecordColumns {
  return {
    requestId: toColumnText(String(requestId).toWellFormed()),
    toolId: toColumnText(toolId.toWellFormed()),
    userId: toColumnText(userId.toWellFormed()),
    sessionId: sessionId === undefined ? null : toColumnText(sessionId.toWellFormed()),
    outcome: outcome.kind,
    owner: owner === undefined ? null : toColumnText(owner.toWellFormed()),
    intentId: intentId === undefined ? null : toColumnText(intentId.toWellFormed()),
  };
}
