import type { StoredCallRecord, TrailStore } from '@helve/core';
import { cliErrors } from '../cli-errors.js';

/** The record of a request that was named on the command line. */
export async function findRecord(trail: TrailStore, request: string): Promise<StoredCallRecord> {
  const record = await trail.get(request);
  if (record === undefined) throw cliErrors.create('CLI_RECORD_UNKNOWN', { request });
  return record;
}
