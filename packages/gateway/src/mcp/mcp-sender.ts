import { ownerOf } from '@helve/core';
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { Exchange } from './mcp-host.js';

const key = 'helve';
const nobody: Exchange = Object.freeze({ user: Object.freeze({ id: 'anonymous' }) });

/** Who sends a request, in the form in which the SDK hands it through. */
export function toAuthInfo(exchange: Exchange): AuthInfo {
  const { scopes = [] } = exchange.user;
  // The token stays with whoever checked it.
  return { token: '', clientId: ownerOf(exchange.user), scopes: [...scopes], extra: { [key]: exchange } };
}

/** Who sent the message that is handled. */
export function exchangeIn({ http }: Pick<ServerContext, 'http'>): Exchange {
  const exchange = http?.authInfo?.extra?.[key];
  // Only `toAuthInfo` puts something there.
  return exchange === undefined ? nobody : (exchange as Exchange);
}
