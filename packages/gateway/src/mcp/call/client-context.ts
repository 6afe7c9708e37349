import {
  CLIENT_CAPABILITIES_META_KEY,
  TRACEPARENT_META_KEY,
  type CallToolResult,
  type ClientCapabilities,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { APPROVAL_META_KEY, CALL_META_KEY } from '../meta-keys.js';
import type { McpPeer } from './peer.js';
import { TASKS } from '../task/tasks.js';

/** Facts about the client of a call, however its request came. */
export interface ClientContext {
  /** Capabilities that the client declares. */
  readonly capabilities: ClientCapabilities;
  readonly knowsTasks: boolean;
  /** Aborts when the client no longer waits, or the gateway ends its calls. */
  readonly signal: AbortSignal;
  readonly sessionId: string | undefined;
  readonly traceparent: unknown;
  /** Facts about the call from a Helve client, unchecked. */
  readonly callMeta: unknown;
  /** Id of the approval that the call waited for before, unchecked. */
  readonly approval: unknown;
  readonly log: McpPeer['log'];
  readonly comeBackLater: McpPeer['comeBackLater'];
  /** Converts a result to the form of the client's protocol version. */
  project(result: CallToolResult, outputSchema: Tool['outputSchema']): CallToolResult;
}

/** Reads the client of a request that a server of the SDK handles. */
export function readClientContext(server: Server, ctx: ServerContext): ClientContext {
  const { mcpReq, sessionId } = ctx;
  const capabilities = readCapabilities(server, ctx);
  return {
    capabilities,
    // Tasks of older versions are another thing.
    knowsTasks: mcpReq.envelope !== undefined && capabilities.extensions?.[TASKS] !== undefined,
    signal: mcpReq.signal,
    sessionId,
    traceparent: mcpReq._meta?.[TRACEPARENT_META_KEY],
    callMeta: mcpReq._meta?.[CALL_META_KEY],
    approval: mcpReq._meta?.[APPROVAL_META_KEY],
    // A client that has gone needs no log.
    log: (level, data) => void mcpReq.log(level, data).catch(() => undefined),
    comeBackLater: () => ctx.http?.closeSSE?.(),
    project: (result, outputSchema) => server.projectCallToolResult(result, outputSchema),
  };
}

/** Reads the capabilities from this request, or from the start of the session. */
function readCapabilities(server: Server, { mcpReq: { envelope } }: ServerContext): ClientCapabilities {
  if (envelope === undefined) return server.getClientCapabilities() ?? {};
  const { [CLIENT_CAPABILITIES_META_KEY]: declared } = envelope as Record<string, ClientCapabilities | undefined>;
  return declared ?? {};
}
