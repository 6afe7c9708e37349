import { ownerOf } from '@helve/core';
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { McpSender } from './mcp-host.js';

const key = 'helve';
const nobody: McpSender = Object.freeze({ user: Object.freeze({ id: 'anonymous' }) });

/** Packs the sender of a request in the form in which the SDK passes it through. */
export function toAuthInfo(sender: McpSender): AuthInfo {
  const { scopes = [] } = sender.user;
  // The token stays with whoever checked it.
  return { token: '', clientId: ownerOf(sender.user), scopes: [...scopes], extra: { [key]: sender } };
}

/** Reads the sender of the message that is handled. */
export function readSender({ http }: Pick<ServerContext, 'http'>): McpSender {
  const sender = http?.authInfo?.extra?.[key];
  // Only `toAuthInfo` puts something there.
  return sender === undefined ? nobody : (sender as McpSender);
}
