import type { CallOrigin, ToolInvokeContext, ToolUser } from '@helve/core';
import type { ClientCapabilities, LoggingLevel } from '@modelcontextprotocol/server';

/** The MCP client at the other end of a call, for tools that want to ask it something. */
export interface McpPeer {
  readonly user: ToolUser;
  readonly capabilities: ClientCapabilities;
  /** What the client answered to the questions of the last retry, by their keys; nobody has checked it. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** What the last retry kept for this one, unchanged. */
  readonly state: string | undefined;
  /** A line for the client's log; it is dropped where the client wants none. */
  log(level: LoggingLevel, data: unknown): void;
  /** Ends the connection that waits for this call; the client comes back for the answer. Does nothing where it could not. */
  comeBackLater(): void;
}

const peers = new WeakMap<CallOrigin, McpPeer>();

/** The client that a call came from; undefined for calls of other doors. */
export function mcpPeer({ call }: Pick<ToolInvokeContext, 'call'>): McpPeer | undefined {
  return peers.get(call);
}

/** Where a call of this client comes from. */
export function toCallOrigin(peer: McpPeer, traceparent: unknown): CallOrigin {
  const origin: CallOrigin = { door: 'mcp', ...(typeof traceparent === 'string' ? { traceparent } : {}) };
  peers.set(origin, peer);
  return origin;
}
