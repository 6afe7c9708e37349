import { createRequire } from 'node:module';
import { getDefinition, isPlainObject, toolFromClass, type ExecutePort, type ToolRecord } from '@helve/core';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ConfigOverride } from '../config/config-override.js';
import { isProviderRegistry, type Dependencies } from '../config/caller-keys.js';
import type { CollectedTool } from '../registry/collect-tools.js';
import type { ProjectToolLocation } from '../registry/load-project-tool.js';
import type { WorkerHost } from './open-worker-host.js';

/** Where tools with `annotations.host: 'process'` find their workers, and these their tools. */
export interface IsolationContext {
  readonly config: Pick<ResolvedConfig, 'dependencies'>;
  readonly configFile: string;
  readonly overrides: readonly ConfigOverride[];
  /** Begins the workers, if nobody has yet. */
  readonly open: () => Promise<Pick<WorkerHost, 'manager'>>;
}

/** Lets the bodies of tools that ask for it run in processes of their own; most projects have none, and nothing changes. */
export function isolateTools(collected: readonly CollectedTool[], context: IsolationContext): readonly CollectedTool[] {
  const files: Files = new Map();
  let begun: Promise<ExecutePort> | undefined;
  return collected.map((item) => {
    const tool = isIsolated(item) ? toRecord(item.tool) : undefined;
    if (tool === undefined) return item;
    files.set(tool, item.file);
    const execute: ToolRecord['execute'] = async (input, ctx) =>
      (await (begun ??= openPort(context, files))).execute(tool, input, ctx);
    return { ...item, tool: withBody(tool, execute) };
  });
}

/** The module of each tool; none for one that stands in the config. */
type Files = Map<ToolRecord, string | undefined>;

async function openPort(context: IsolationContext, files: Files): Promise<ExecutePort> {
  const { open, config, configFile, overrides } = context;
  const { createWorkerExecutePort } = await import('@helve/worker/host');
  const { manager } = await open();
  const module = createRequire(import.meta.url).resolve('@helve/project');
  const depends = isAny(config.dependencies);
  const moduleOf = (tool: ToolRecord) => {
    const args = { configFile, overrides, file: files.get(tool) ?? null, depends } as ProjectToolLocation;
    return { module, export: 'findProjectTool', args };
  };
  return createWorkerExecutePort({ manager, moduleOf });
}

function isIsolated({ tool }: CollectedTool): boolean {
  const { annotations } = (typeof tool === 'function' ? getDefinition(tool) : tool) ?? {};
  return annotations?.['host'] === 'process';
}

function isAny(dependencies: Dependencies): boolean {
  if (isProviderRegistry(dependencies)) return true;
  const { singletons = [], session = [] } = dependencies;
  return [...singletons, ...session].length > 0;
}

/** Undefined for a class that cannot be a tool, which registration reports. */
function toRecord(tool: CollectedTool['tool']): ToolRecord | undefined {
  if (typeof tool !== 'function') return tool;
  try {
    return toolFromClass(tool);
  } catch {
    return undefined;
  }
}

/** Copies a tool with another body; one that is an instance may have its fields anywhere. */
function withBody(tool: ToolRecord, execute: ToolRecord['execute']): ToolRecord {
  if (isPlainObject(tool)) return { ...tool, execute };
  const { id, name, title, description, inputSchema, outputSchema, hooks, hooksByStage } = tool;
  const { tags, policy, docs, version, noSchemaMode, strict, annotations } = tool;
  const optional = { title, outputSchema, hooks, tags, policy, docs, version, noSchemaMode, strict, annotations };
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  const rule = tool.needsApproval === undefined ? {} : { needsApproval: tool.needsApproval.bind(tool) };
  return { id, name, description, inputSchema, hooksByStage, ...present, ...rule, execute };
}
