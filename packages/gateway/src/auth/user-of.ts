import { isToolError, type ToolUser } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import type { Asked } from '../http/asked.js';
import { isRefusal } from '../http/problem.js';
import { areaScopes } from './access.js';
import { refusedUser } from './refused-user.js';
import { showsStartToken } from './start-token.js';

/** Whoever nobody introduced. */
const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });
/** The same with the start token, which has the scopes of all areas. */
const starter: ToolUser = Object.freeze({ id: 'anonymous', scopes: areaScopes });

type Knows = Pick<GatewaySettings, 'user' | 'startToken'>;

/** Who sends a request, at once where nobody has to say who they are. */
export function userNow(asked: Asked, { user, startToken }: Knows): ToolUser | undefined {
  if (user !== undefined) return undefined;
  return startToken !== undefined && showsStartToken(asked, startToken) ? starter : anonymous;
}

/** Who sends a request. A host that refuses with a `ToolError` says so to the client; any other failure stays inside. */
export async function userOf(asked: Asked, settings: Knows): Promise<ToolUser> {
  const { user } = settings;
  if (user === undefined) return userNow(asked, settings) ?? anonymous;
  try {
    return await user(asked);
  } catch (thrown) {
    if (isRefusal(thrown)) throw thrown;
    if (isToolError(thrown)) throw refusedUser(thrown.message, thrown);
    throw thrown;
  }
}
