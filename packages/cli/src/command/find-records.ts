import type { StoredCallRecord, TrailStore } from '@helve/core';
import { cliErrors } from '../cli-errors.js';

/** The records of a request that was named on the command line, newest first: callers may choose one id. */
export async function findRecords(trail: TrailStore, requestId: string): Promise<readonly StoredCallRecord[]> {
  const records = await trail.list({ requestId, limit: 500 });
  if (records.length === 0) throw cliErrors.create('CLI_RECORD_UNKNOWN', { request: requestId });
  return records;
}

/** The one record of a request: what several callers have called alike is not replayed by guess. */
export async function findRecord(trail: TrailStore, request: string): Promise<StoredCallRecord> {
  const [record, ...others] = await findRecords(trail, request);
  if (record === undefined || others.some(({ owner }) => owner !== record.owner))
    throw cliErrors.create('CLI_RECORD_AMBIGUOUS', { request });
  return record;
}
