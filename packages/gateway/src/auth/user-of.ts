import { isToolError, type ToolUser } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import type { Asked } from '../http/asked.js';
import { isRefusal } from '../http/problem.js';
import { refusedUser } from './refused-user.js';

/** Whoever nobody introduced. */
const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });

/** The same, at once where nobody has to say who they are. */
export function userNow({ user }: Pick<GatewaySettings, 'user'>): ToolUser | undefined {
  return user === undefined ? anonymous : undefined;
}

/** Who sends a request. A host that refuses with a `ToolError` says so to the client; any other failure stays inside. */
export async function userOf(asked: Asked, { user }: Pick<GatewaySettings, 'user'>): Promise<ToolUser> {
  if (user === undefined) return anonymous;
  try {
    return await user(asked);
  } catch (thrown) {
    if (isRefusal(thrown)) throw thrown;
    if (isToolError(thrown)) throw refusedUser(thrown.message, thrown);
    throw thrown;
  }
}
