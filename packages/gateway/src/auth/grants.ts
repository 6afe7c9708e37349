import type { ToolUser } from '@helve/core';
import type { Area } from './access.js';

/** Reason that keeps a caller from a tool: a missing scope, or a door that does not offer the tool at all. */
export type GrantObstacle = Area | 'not-offered';

/**
 * Says what keeps somebody from a tool at a door such as `http` or `mcp`; undefined if nothing does. It comes before the
 * rules of the call, which may still refuse.
 */
export type Grants = (tool: string, user: ToolUser, door: string) => GrantObstacle | undefined;
