import { existsSync } from 'node:fs';
import type { ToolRecord } from '@helve/core';
import type { McpTools } from '@helve/gateway';
import type { CapabilityManager } from '@helve/worker/host';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { LazyStore } from '../caller/lazy-store.js';
import type { CollectedTool } from '../registry/collect-tools.js';
import { mcpFilePath } from './mcp-file-path.js';
import type { ServerEntries } from './mcp-file.js';

/** Surroundings of the foreign servers of a project. */
export interface ServersContext {
  readonly config: ResolvedConfig;
  readonly configFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: LazyStore;
}

/** The tools of foreign servers, known by their pinned definitions: no server is asked before one of them is called. */
export interface ProjectServers {
  readonly tools: readonly (CollectedTool & { readonly tool: ToolRecord })[];
  /** Reads the page of a tool by its id; undefined where it has none. */
  readonly readView: McpTools['readView'];
  close(): Promise<void>;
}

/** Most projects have none, and load nothing for it. */
export async function openServers(context: ServersContext): Promise<ProjectServers> {
  if (!existsSync(mcpFilePath(context.configFile)))
    return { tools: [], readView: async () => undefined, close: async () => undefined };
  const { readServers } = await import('./mcp-file.js');
  return bringIn(await readServers(context.configFile), context);
}

async function bringIn(entries: ServerEntries, context: ServersContext): Promise<ProjectServers> {
  const { toolsFromMcp } = await import('@helve/gateway');
  const [{ connectServer }, { createDefinitionApprovals }] = await Promise.all([
    import('./connect-server.js'),
    import('./definition-approvals.js'),
  ]);
  const workers = lazyManager(context);
  const approvals = createDefinitionApprovals(context);
  const brought = Object.entries(entries).map(([server, { prefix, definitions, ...address }]) => ({
    server,
    ...toolsFromMcp({
      server,
      prefix,
      pinned: definitions,
      trusted: 'url' in address && address.trusted,
      approvals,
      connect: (onChange) => connectServer(server, address, { env: context.env, manager: workers.open, onChange }),
    }),
  }));
  return {
    tools: brought.flatMap(({ server, tools }) =>
      tools.map((tool) => ({ tool, kind: 'mcp' as const, from: `helve.mcp.json (${server})` })),
    ),
    async readView(toolId, signal) {
      const owner = brought.find(({ tools }) => tools.some(({ id }) => id === toolId));
      return owner?.readView(toolId, signal);
    },
    async close() {
      await Promise.all(brought.map((one) => one.close()));
      await workers.close();
    },
  };
}

/** The workers of servers with a command, for as long as their project is open. */
export function lazyManager({ config, configFile, env, store }: ServersContext) {
  let opening: Promise<CapabilityManager> | undefined;
  const begin = async () => {
    const [{ CapabilityManager: Manager }, { toWorkerLocation }] = await Promise.all([
      import('@helve/worker/host'),
      import('../worker/worker-location.js'),
    ]);
    const { directories, runDir } = toWorkerLocation(configFile, config, store);
    return new Manager({ directories, runDir, hostEnv: env, warn: () => undefined });
  };
  return {
    open: () => (opening ??= begin()),
    close: async () => {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
