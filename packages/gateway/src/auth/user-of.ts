import { isToolError, type JsonObject, type ToolUser } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import type { Asked } from '../http/asked.js';
import { headerOf } from '../http/header-of.js';
import { isRefusal } from '../http/problem.js';
import { areaScopes, mistaken } from './access.js';
import { refusedUser } from './refused-user.js';
import { keyIdOf } from './api-key.js';
import { showsStartToken, startTokenHeader } from './start-token.js';

/** Whoever nobody introduced. */
const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });
/** Whoever shows the start token: an owner of their own, with the scopes of all areas. */
const starter: ToolUser = Object.freeze({ id: 'start-token', issuer: 'helve:start', scopes: areaScopes });

type Knows = Pick<GatewaySettings, 'user' | 'startToken' | 'refusals'>;

/** Who sends a request, at once where nobody has to say who they are. */
export function userNow(asked: Asked, { user, startToken }: Knows): ToolUser | undefined {
  if (user !== undefined) return undefined;
  if (startToken === undefined || headerOf(asked, startTokenHeader) === null) return anonymous;
  return showsStartToken(asked, startToken) ? starter : mistaken;
}

/** Who sends a request. A host that refuses with a `ToolError` says so to the client; any other failure stays inside. */
export async function userOf(asked: Asked, settings: Knows): Promise<ToolUser> {
  const { user, refusals } = settings;
  if (user === undefined) return userNow(asked, settings) ?? anonymous;
  try {
    return await user(asked);
  } catch (thrown) {
    if (!isToolError(thrown)) throw thrown;
    const { message } = thrown;
    const refusal = isRefusal(thrown) ? thrown : refusedUser(message, thrown);
    if (refusal.code === 'GATEWAY_USER_REFUSED') {
      refusals.note({ error: refusal, user: anonymous, door: 'http', about: aboutOf(asked, refusal.message) });
    }
    throw refusal;
  }
}

/** Which part of the API was asked for, and with which key; its secret stays with the request. */
function aboutOf(asked: Asked, reason: string): JsonObject {
  const key = keyIdOf(headerOf(asked, 'authorization') ?? '');
  const area = new URL(asked.url).pathname.split('/', 3).join('/');
  return { area: area.slice(0, 64), reason, ...(key === undefined ? {} : { key }) };
}
