import { isToolError, markBadMcpTools, mcpUi } from '@helve/core';
import type { Client, jsonSchemaValidator } from '@modelcontextprotocol/client';
import { gatewayErrors } from '../gateway-errors.js';
import { splitProgress, readResponseMeta, toRequestMeta } from './side-channel.js';
import { createGuardedFetch } from './guarded-fetch.js';
import { isConnectionLost, toCallError, readForeignValue } from './foreign-value.js';
import { toDefinition } from './mcp-definition.js';
import type { ForeignServer } from './foreign-server.js';

/** Longer than any call, since each call has its own deadline. */
const NEVER_MS = 2 ** 31 - 1;

/** A server that does not tell of changes is asked for its tools again after so long. */
const UNTOLD_CHANGES_MS = 60_000;

/** Turns validation by the SDK's client off, which has no time limit; the engine validates outputs. */
const unchecked: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

export interface HttpServerOptions {
  /** Name of the server in this project. */
  readonly server: string;
  readonly url: string;
  /** Sent with every request; secrets belong here and nowhere else. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True when the server may be on this machine or in its network. */
  readonly allowPrivate?: boolean | undefined;
  readonly connectTimeoutMs?: number | undefined;
  /** Called when the server reports that its tools changed. */
  readonly onChange?: (() => void) | undefined;
}

/** Connects to a server over HTTP, in the newest protocol that both speak. */
export async function connectHttpServer(options: HttpServerOptions): Promise<ForeignServer> {
  const { server, url, headers = {}, allowPrivate = false, connectTimeoutMs = 15_000, onChange } = options;
  const { Client: McpClient, isSpecType, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const changed = () => onChange?.();
  const client = new McpClient(
    { name: 'helve', version: '1.0.0' },
    {
      versionNegotiation: { mode: 'auto' },
      listChanged: { tools: { autoRefresh: false, onChanged: changed } },
      jsonSchemaValidator: unchecked,
      // Servers name their pages only to clients that can pass them on.
      capabilities: { extensions: { [mcpUi.extension]: { mimeTypes: [mcpUi.mimeType] } } },
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: createGuardedFetch({ allowPrivate }),
    requestInit: { headers },
  });
  // The client reads a message after whoever listened before it.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of the SDK is no event target
  transport.onmessage = (message) => markBadMcpTools(message, isSpecType.Tool);
  try {
    await client.connect(transport, { timeout: connectTimeoutMs });
  } catch (cause) {
    await client.close().catch(() => undefined);
    throw toConnectError(server, cause);
  }
  return toPeer(server, client);
}

/** A refusal of the guard arrives as the cause of what the client makes of it. */
function toConnectError(server: string, cause: unknown): unknown {
  for (let error: unknown = cause; error instanceof Error; error = error.cause) {
    if (isToolError(error)) return error;
  }
  const problem = cause instanceof Error ? cause.message : String(cause);
  return gatewayErrors.create('GATEWAY_MCP_UNREACHABLE', { server, problem }, { cause });
}

function toPeer(server: string, client: Client): ForeignServer {
  const tellsChanges = client.getServerCapabilities()?.tools?.listChanged === true;
  let open = true;
  let running = 0;
  // The next request gets another connection; those that wait on this one may still get their responses.
  const leave = () => {
    running -= 1;
    if (!open && running === 0) void client.close().catch(() => undefined);
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client of the SDK is no event target
  client.onclose = () => (open = false);
  return {
    get isOpen() {
      return open;
    },
    definitionsLastMs: tellsChanges ? Number.POSITIVE_INFINITY : UNTOLD_CHANGES_MS,
    async tools() {
      if (client.getServerCapabilities()?.tools === undefined) return [];
      const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' });
      return tools.map(toDefinition);
    },
    async call(name, input, { signal, onProgress, sideChannel }) {
      const subject = { server, tool: name };
      const request = { name, arguments: { ...input }, ...toRequestMeta(sideChannel) };
      const options = { signal, onprogress: splitProgress(onProgress, sideChannel), timeout: NEVER_MS };
      running += 1;
      const result = await client
        .callTool(request, options)
        .catch((cause: unknown) => {
          if (signal.aborted) throw signal.reason;
          if (isConnectionLost(cause)) open = false;
          throw isToolError(cause) ? cause : toCallError(subject, cause);
        })
        .finally(leave);
      sideChannel?.onAnswer(readResponseMeta(result._meta));
      return readForeignValue(subject, result, { trusted: sideChannel !== undefined });
    },
    async read(uri, signal) {
      running += 1;
      return client
        .readResource({ uri }, { signal, timeout: NEVER_MS })
        .catch((cause: unknown) => {
          if (signal.aborted) throw signal.reason;
          if (isConnectionLost(cause)) open = false;
          const problem = cause instanceof Error ? cause.message : String(cause);
          throw gatewayErrors.create('GATEWAY_MCP_VIEW_FAILED', { server, uri, problem }, { cause });
        })
        .finally(leave);
    },
    async close() {
      open = false;
      await client.close();
    },
  };
}
