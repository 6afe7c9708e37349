import { isToolError, type JsonObject, type ToolUser } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import { readHeader, type Inbound } from '../http/inbound.js';
import { isRefusal } from '../http/problem.js';
import { gatewayErrors } from '../gateway-errors.js';
import { areaScopes } from './access.js';
import { refusedUser } from './refused-user.js';
import { keyIdOf } from './api-key.js';
import { showsStartToken, startTokenHeader } from './start-token.js';

/** The user of a request that does not say who sends it. */
export const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });
/** The user who shows the start token: an owner of their own, with the scopes of all areas. */
const starter: ToolUser = Object.freeze({ id: 'start-token', issuer: 'helve:start', scopes: areaScopes });

type UserSettings = Pick<GatewaySettings, 'user' | 'startToken' | 'refusals'>;

/** Finds out who sends a request. A `ToolError` of the host refuses the request; any other failure stays inside. */
export async function identifyUser(request: Inbound, { user, startToken, refusals }: UserSettings): Promise<ToolUser> {
  if (user === undefined) return readStarter(request, startToken, refusals);
  try {
    return await user(request);
  } catch (thrown) {
    if (!isToolError(thrown)) throw thrown;
    const { message } = thrown;
    const refusal = isRefusal(thrown) ? thrown : refusedUser(message, thrown);
    if (refusal.code === 'GATEWAY_USER_REFUSED') {
      refusals.note({ error: refusal, user: anonymous, door: 'http', about: describe(request, refusal.message) });
    }
    throw refusal;
  }
}

/** Identifies the sender of a request where no authentication is required. */
function readStarter(request: Inbound, startToken: string | undefined, refusals: UserSettings['refusals']): ToolUser {
  if (startToken === undefined || readHeader(request, startTokenHeader) === undefined) return anonymous;
  if (showsStartToken(request, startToken)) return starter;
  const error = gatewayErrors.create('GATEWAY_START_TOKEN_WRONG', {});
  refusals.note({ error, user: anonymous, door: 'http', about: describe(request, error.message) });
  throw error;
}

/** Describes which part of the API was asked for, and with which key; its secret stays with the request. */
function describe(request: Inbound, reason: string): JsonObject {
  const key = keyIdOf(readHeader(request, 'authorization') ?? '');
  const area = request.path.split('/', 3).join('/');
  return { area: area.slice(0, 64), reason, ...(key === undefined ? {} : { key }) };
}
