import type { StoredCallRecord, TrailStore } from '@helve/core';
import { cliErrors } from '../../cli-errors.js';

/** The records of a request that was named on the command line, newest first: callers may choose one id. */
export async function findRecords(trail: TrailStore, requestId: string): Promise<readonly StoredCallRecord[]> {
  const records = await trail.list({ requestId, limit: 500 });
  if (records.length === 0) throw cliErrors.create('CLI_RECORD_UNKNOWN', { request: requestId });
  return records;
}

/** The one record of a request: what several callers have called alike is not replayed by guess. */
export async function findRecord(trail: TrailStore, request: string): Promise<StoredCallRecord> {
  return newestOfOne(await findRecords(trail, request), request);
}

/** The intent of a request that nobody knows the result of; the newest, if there are several. */
export async function findUnknown(trail: TrailStore, request: string): Promise<StoredCallRecord> {
  const records = await findRecords(trail, request);
  const unknown = records.filter((record) => toOutcomeText(record) === 'unknown');
  if (unknown.length > 0) return newestOfOne(unknown, request);
  const outcome = [...new Set(records.map(toOutcomeText))].join(', ');
  throw cliErrors.create('CLI_RECORD_NOT_UNKNOWN', { request, outcome });
}

function newestOfOne([record, ...others]: readonly StoredCallRecord[], request: string): StoredCallRecord {
  if (record === undefined || others.some(({ owner }) => owner !== record.owner))
    throw cliErrors.create('CLI_RECORD_AMBIGUOUS', { request });
  return record;
}

/** Writes how a call ended, or that it still runs. */
export function toOutcomeText({ outcome, running }: StoredCallRecord): string {
  return running === true ? 'running' : outcome.kind;
}
