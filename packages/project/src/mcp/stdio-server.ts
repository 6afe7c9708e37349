import { digest } from '@helve/core';
import { toDefinition, type ForeignServer, type McpDefinition } from '@helve/gateway';
import {
  CAPABILITY_FORMAT,
  MCP_DEFINITIONS,
  MCP_READ,
  fromWorkerError,
  type CapabilityManager,
} from '@helve/worker/host';

export interface StdioServerOptions {
  readonly server: string;
  readonly command: readonly string[];
  /** All that the server sees of an environment, beside what every worker gets. */
  readonly env: Readonly<Record<string, string>>;
}

/** A server as a child of a worker of its own; one that crashes is started again by the manager. */
export async function connectStdioServer(
  { server, command, env }: StdioServerOptions,
  manager: CapabilityManager,
): Promise<ForeignServer> {
  const id = `mcp-${server}`;
  const code = {
    name: id,
    version: '1.0.0',
    description: `The MCP server ${server}`,
    runtime: 'mcp-stdio',
    command,
  } as const;
  await asToolErrors(manager.load({ format: CAPABILITY_FORMAT, code, install: { envVars: env } }, { id }));
  let known: { readonly digest: string; readonly tools: readonly McpDefinition[] } | undefined;
  return {
    get isOpen() {
      return manager.has(id);
    },
    // It is near, and may be another one since it was started again.
    definitionsLastMs: 0,
    async tools() {
      const args = known === undefined ? {} : { known: known.digest };
      const news = await asToolErrors(manager.call(id, { action: MCP_DEFINITIONS, args }));
      if (known !== undefined && news === null) return known.tools;
      const tools = news as Parameters<typeof toDefinition>[0][];
      known = { digest: digest(tools), tools: tools.map(toDefinition) };
      return known.tools;
    },
    call: (name, input, { signal, onProgress }) =>
      asToolErrors(
        manager.call(
          id,
          { action: name, args: { ...input } },
          {
            signal,
            onProgress: ({ progress, message }) =>
              onProgress(progress < 0 ? { progress: 0, message } : { progress, total: 1, message }),
          },
        ),
      ),
    read: (uri, signal) => asToolErrors(manager.call(id, { action: MCP_READ, args: { uri } }, { signal })),
    close: () => manager.unload(id).then(() => undefined),
  };
}

async function asToolErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw fromWorkerError(error, { idempotent: false });
  }
}
