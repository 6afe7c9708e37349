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

/** What a call has to know of its client, by whichever way the request came. */
export interface ClientContext {
  /** What the client can do, by its own word. */
  readonly capabilities: ClientCapabilities;
  readonly knowsTasks: boolean;
  /** Fires when the client no longer waits. */
  readonly signal: AbortSignal;
  readonly sessionId: string | undefined;
  readonly traceparent: unknown;
  /** What a client of ours says of its call, unread. */
  readonly callMeta: unknown;
  /** The approval that the call waited for before, unread. */
  readonly approval: unknown;
  readonly log: McpPeer['log'];
  readonly comeBackLater: McpPeer['comeBackLater'];
  /** A result in the form that the version of the client has for it. */
  project(result: CallToolResult, outputSchema: Tool['outputSchema']): CallToolResult;
}

/** The client of a request that a server of the SDK handles. */
export function readClientContext(server: Server, ctx: ServerContext): ClientContext {
  const { mcpReq, sessionId } = ctx;
  const capabilities = capabilitiesOf(server, ctx);
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

/** Said in this request, or when the client began. */
function capabilitiesOf(server: Server, { mcpReq: { envelope } }: ServerContext): ClientCapabilities {
  if (envelope === undefined) return server.getClientCapabilities() ?? {};
  const { [CLIENT_CAPABILITIES_META_KEY]: declared } = envelope as Record<string, ClientCapabilities | undefined>;
  return declared ?? {};
}
