import type { Context } from 'hono';

/** What the door knows about a request while it answers. */
export interface DoorEnv {
  readonly Variables: { requestId: string };
}

/** One address of the door, and what answers there. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: (context: Context<DoorEnv>) => Response | Promise<Response>;
}

/** What the Allow header of an address says: HEAD comes with GET, OPTIONS always. */
export function allowOf({ method }: Route): string {
  return method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`;
}
