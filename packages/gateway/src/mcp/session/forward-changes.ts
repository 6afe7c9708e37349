import type { Server } from '@modelcontextprotocol/server';
import type { McpHost } from '../mcp-host.js';
import type { McpChange } from './mcp-changes.js';

/** Forwards changes to the client of a connected server; clients of older versions subscribe to single resources. */
export function forwardChanges(server: Server, host: McpHost): () => void {
  const followed = new Set<string>();
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    followed.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    followed.delete(uri);
    return {};
  });
  // Sends a message, unless the client has gone.
  return host.changes.subscribe((change) => void tell(server, change, followed).catch(() => undefined));
}

const sendListChanged = {
  tools: (server: Server) => server.sendToolListChanged(),
  prompts: (server: Server) => server.sendPromptListChanged(),
  resources: (server: Server) => server.sendResourceListChanged(),
};

async function tell(server: Server, change: McpChange, followed: ReadonlySet<string>): Promise<void> {
  const modern = server.getNegotiatedProtocolVersion() === '2026-07-28';
  if (change.kind !== 'resource') return sendListChanged[change.kind](server);
  if (modern || followed.has(change.uri)) await server.sendResourceUpdated({ uri: change.uri });
}
