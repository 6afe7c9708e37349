import { ownerOf, type StoredCallRecord, type ToolUser, type TrailFilter } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import type { TrailReader } from '../port/trail-reader.js';
import { hasAccess, tenantFilter } from './access.js';

/** The part of the trail that a user may read. */
export interface TrailView extends Pick<TrailReader, 'list'> {
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
    list: (filter) => trail.list({ ...filter, ...whose }),
    get: async (requestId) => (await trail.list({ ...whose, requestId, limit: 1 }))[0],
  };
}
