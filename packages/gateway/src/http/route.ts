import type { CancelSource, ToolUser } from '@helve/core';
import type { Context } from 'hono';
import type { Access } from '../auth/access.js';

/** One request on its way through the door. */
export interface Visit {
  readonly requestId: string;
  /** Ends the call of a client that is gone, where the door has its connection. */
  readonly connection: CancelSource | undefined;
  /** The address as the table of routes has it, once it is found. */
  route: string;
}

/** What the door knows about a request while it answers. */
export interface DoorEnv {
  readonly Bindings: Visit;
  readonly Variables: { requestId: string; user: ToolUser };
}

/** One address of the door, and what answers there. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Who may ask; `user` of the context is whoever did. Without it, the route looks to that itself. */
  readonly access?: Access;
  readonly answer: (context: Context<DoorEnv>) => Response | Promise<Response>;
}

/** What the Allow header of an address says: HEAD comes with GET, OPTIONS always. */
export function allowOf(methods: readonly Route['method'][]): string {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}
