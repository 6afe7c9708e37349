import { canonicalJson, type CallRecord } from '@helve/core';
import { toColumnText } from '../column-text.js';
import { storeErrors } from '../store-errors.js';

/** The columns by which records are found; they repeat what the record says. */
export interface RecordColumns {
  readonly requestId: string;
  readonly toolId: string;
  readonly userId: string;
  readonly sessionId: string | null;
  readonly outcome: string;
}

/**
 * The canonical JSON of a record. What a caller sent must never keep its call out of the trail, so what JSON can only
 * nearly hold is written as near as it can be: half a surrogate pair as U+FFFD, a bigint by its digits.
 */
export function toRecordText(record: CallRecord): string {
  try {
    return canonicalJson(wellFormed(JSON.parse(JSON.stringify(record, bigintAsText))));
  } catch (cause) {
    const problem = cause instanceof Error ? (cause.message.split('\n')[0] ?? cause.name) : 'it cannot be read';
    throw storeErrors.create('STORE_RECORD_INVALID', { request: String(record.requestId), problem }, { cause });
  }
}

export function toColumns(recordText: string): RecordColumns {
  const record = JSON.parse(recordText) as CallRecord;
  return {
    requestId: toColumnText(String(record.requestId)),
    toolId: toColumnText(record.toolId),
    userId: toColumnText(record.userId),
    sessionId: record.sessionId === undefined ? null : toColumnText(record.sessionId),
    outcome: record.outcome.kind,
  };
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]));
}
