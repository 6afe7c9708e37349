import { definitionDigest, type McpDefinition } from '@helve/gateway';
import { connectServer } from './connect-server.js';
import type { ServerAddress, ServerEntry } from './mcp-file.js';
import { lazyManager, type ServersContext } from './project-servers.js';

/** Asks a server for its current tools: connects, lists and disconnects. */
export async function inspectServer(
  name: string,
  address: ServerAddress,
  context: ServersContext,
): Promise<readonly McpDefinition[]> {
  const workers = lazyManager(context);
  try {
    const server = await connectServer(name, address, { env: context.env, manager: workers.open });
    const tools = await server.tools();
    await server.close();
    return tools;
  } finally {
    await workers.close();
  }
}

/** A tool, and what became of it since somebody agreed to it. */
export interface InspectedTool {
  readonly definition: McpDefinition;
  readonly state: 'as agreed' | 'changed' | 'new' | 'gone';
}

/** Compares the current definitions of a server with the approved ones. */
export function compareTools({ definitions }: ServerEntry, found: readonly McpDefinition[]): readonly InspectedTool[] {
  const live = found.filter(({ problem }) => problem === undefined);
  const pinned = new Map(definitions.map((one) => [one.name, one]));
  const present = new Set(live.map(({ name }) => name));
  return [
    ...live.map((definition): InspectedTool => {
      const before = pinned.get(definition.name);
      if (before === undefined) return { definition, state: 'new' };
      return { definition, state: definitionDigest(before) === definitionDigest(definition) ? 'as agreed' : 'changed' };
    }),
    ...definitions
      .filter(({ name }) => !present.has(name))
      .map((definition) => ({ definition, state: 'gone' as const })),
  ];
}
