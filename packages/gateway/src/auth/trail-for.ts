import {
  cutRecord,
  ownerOf,
  type StoredCallRecord,
  type ToolUser,
  type RecordLimits,
  type TrailFilter,
} from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import type { TrailReader } from '../port/trail-reader.js';
import { hasAccess, tenantFilter } from './access.js';

/** Maximum size of the records that one list reads. */
const maxBytes = 4 * 1_048_576;
/** Limits of a record in a list; the whole one is read by its id. */
const listed: RecordLimits = Object.freeze({ maxPartBytes: 2_048, headChars: 256 });

/** The part of the trail that a user may read. */
export interface TrailView {
  /** Newest first, with large parts cut; a list of large records is shorter than its limit. */
  list(filter?: TrailFilter): Promise<readonly StoredCallRecord[]>;
  /** True if it holds nothing but the calls of whoever reads it. */
  readonly own: boolean;
  /** The newest record of a request among those: callers choose the ids of their requests, and may choose the same. */
  get(requestId: string): Promise<StoredCallRecord | undefined>;
}

/** For those with its scope the calls of their tenant, or of all if they have none; for everybody else their own calls. */
export function trailFor(trail: TrailReader, user: ToolUser, settings: GatewaySettings): TrailView {
  const own = !hasAccess(user, 'trail', settings);
  const whose: TrailFilter = own ? { owner: ownerOf(user) } : tenantFilter(user);
  return {
    own,
    list: async (filter) => {
      const records = await trail.list({ ...filter, ...whose, maxBytes });
      return records.map((record) => cutRecord(record, listed));
    },
    get: async (requestId) => (await trail.list({ ...whose, requestId, limit: 1 }))[0],
  };
}
