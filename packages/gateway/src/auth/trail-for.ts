import { ownerOf, type ToolUser } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import type { TrailReader } from '../port/trail-reader.js';
import { hasAccess } from './access.js';

/** What somebody may read of the trail. */
export interface TrailView extends Pick<TrailReader, 'list' | 'get'> {
  /** True if it holds nothing but the calls of whoever reads it. */
  readonly own: boolean;
}

/** The whole trail for those with its scope, and for everybody else the records of their own calls. */
export function trailFor(trail: TrailReader, user: ToolUser, settings: GatewaySettings): TrailView {
  if (hasAccess(user, 'trail', settings)) {
    return { own: false, list: (filter) => trail.list(filter), get: (requestId) => trail.get(requestId) };
  }
  const owner = ownerOf(user);
  return {
    own: true,
    list: (filter) => trail.list({ ...filter, owner }),
    async get(requestId) {
      const record = await trail.get(requestId);
      return record?.owner === owner ? record : undefined;
    },
  };
}
