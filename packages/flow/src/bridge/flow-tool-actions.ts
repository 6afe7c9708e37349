import type { ToolMeta } from '../contract/meta.js';
import type { FlowTool } from '../contract/tool.js';
import { flowErrors } from '../flow-errors.js';
import { findCapability, isBarrierTool } from '../tool/base-tool.js';
import { FlowToolRegistry, registerAll } from '../tool/flow-tool-registry.js';
import type { ToolEntry } from '../tool/tool-info.js';
import { readBatch, type RemoteReply } from './remote-batch.js';
import { readServedTools, type ServedTool } from './served-tool.js';
import { serveFlowTool, type ServeOptions } from './serve-flow-tool.js';

/** The handlers of the actions `flow.describe` and `flow.process`. */
export interface FlowToolActions {
  describe(): { readonly tools: readonly ServedTool[] };
  process(batch: unknown, options?: ServeOptions): Promise<RemoteReply>;
}

/** Makes a list of flow tools one that another process can use; a tool that cannot travel is refused at once. */
export function flowToolActions(list: readonly ToolEntry<never>[]): FlowToolActions {
  // A tool gets only configs that its own schema has accepted, so its own type of config is the right one.
  const entries = list as unknown as readonly ToolEntry[];
  const registry = new FlowToolRegistry();
  registerAll(registry, entries);
  const tools = Object.freeze({ tools: entries.map(describe) });
  readServedTools(tools, entries.map(({ name }) => name).join(', '));
  registry.seal();
  return Object.freeze({
    describe: () => tools,
    process: async (value: unknown, options: ServeOptions = {}) =>
      serveFlowTool((name, config) => registry.create(name, config), readBatch(value), options),
  });
}

function describe(entry: ToolEntry): ServedTool {
  const tool = entry.factory();
  const problem = findProblem(entry, tool);
  if (problem !== undefined) throw flowErrors.create('FLOW_REGISTRATION', { name: entry.name, problem });
  const { toolMeta: _, ...schema } = entry.schema;
  const capability = findCapability(tool);
  const meta: ToolMeta = { ...tool.meta, ...(capability === undefined ? {} : { capability }) };
  return JSON.parse(JSON.stringify({ meta, schema })) as ServedTool;
}

/** Each batch meets a new instance, so nothing may depend on what came before; and a contract travels as data. */
function findProblem({ resolve }: ToolEntry, tool: FlowTool): string | undefined {
  if (resolve !== undefined) return 'its contract depends on its config, and functions do not travel';
  if (isBarrierTool(tool)) return 'it must see every block first, and gets them in batches';
  if ('sessionProcess' in tool) return 'it needs the session, which stays where the run is';
  return undefined;
}
