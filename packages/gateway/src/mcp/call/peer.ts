import type { CallOrigin, ToolInvokeContext, ToolUser } from '@helve/core';
import type { ClientCapabilities, LoggingLevel } from '@modelcontextprotocol/server';

/** The MCP client at the other end of a call, for tools that want to ask it something. */
export interface McpPeer {
  readonly user: ToolUser;
  readonly capabilities: ClientCapabilities;
  /** Answers of the client to the questions of the call before, by their keys; nobody has checked them. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** State that the call before kept for this one, unchanged. */
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

/** Creates the origin of a call, by which `mcpPeer` finds its client. */
export function toCallOrigin(peer: McpPeer, traceparent: unknown): CallOrigin {
  const origin: CallOrigin = { door: 'mcp', ...(typeof traceparent === 'string' ? { traceparent } : {}) };
  peers.set(origin, peer);
  return origin;
}
