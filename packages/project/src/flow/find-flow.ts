import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { nearestNames, type JsonObject } from '@helve/core';
import {
  flowErrors,
  loadFlow,
  loadFlows,
  parseFlow,
  readTextFile,
  type FileAccess,
  type FlowDefinition,
  type FlowToolRegistry,
  type ToolLookup,
} from '@helve/flow';
import { builtInFlows, flowId, readFlow, type FlowFile, type ParsedFlow } from '@helve/flow/engine';
import { didYouMean } from '../project-errors.js';
import { projectVault } from './project-vault.js';

/** A flow that can be run by its id. */
export interface KnownFlow {
  readonly id: string;
  readonly from: 'built-in' | 'project';
  readonly file?: string;
  readonly description: string;
  readonly flow: ParsedFlow;
}

/** The flows of a project and those that come with Helve; the project's go before. */
export async function listFlows(paths: readonly string[], folder: string): Promise<readonly KnownFlow[]> {
  const own = await projectFlows(paths, folder);
  const ownIds = new Set(own.map(({ id }) => id));
  const built = builtInFlows.filter(({ name }) => !ownIds.has(flowId(name)));
  return [...own, ...built.map(toBuiltIn)];
}

/** A flow by id, by the path of its document, or of one tool by its name. */
export async function findFlow(
  name: string,
  { paths, folder, cwd, tools }: { paths: readonly string[]; folder: string; cwd: string; tools: ToolLookup },
): Promise<ParsedFlow | undefined> {
  if (isFlowPath(name)) {
    const file = resolve(cwd, name);
    const isThere = await stat(file).then(
      (stats) => stats.isFile(),
      () => false,
    );
    return isThere ? (await loadFlow(file)).flow : undefined;
  }
  const id = flowId(name);
  const own = (await projectFlows(paths, folder)).find((flow) => flow.id === id);
  if (own !== undefined) return own.flow;
  const built = builtInFlows.find((definition) => flowId(definition.name) === id);
  if (built !== undefined) return toBuiltIn(built).flow;
  const info = tools.get(name);
  return info === undefined || info.meta.internal === true
    ? undefined
    : readFlow({ name, steps: [{ tool: info.name }] });
}

/** True when a flow is named by the path of its document, and not by its id. */
export function isFlowPath(name: string): boolean {
  return /[/\\]|\.(?:ya?ml|json)$/i.test(name);
}

/** The flow in a file that a caller may open. */
export function readFlowAt(path: string, files: FileAccess): ParsedFlow {
  try {
    return parseFlow(readTextFile(path, files), { file: path });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'flow', name: path });
    throw error;
  }
}

/** The error for a flow that is nowhere, with the names that come near. */
export async function unknownFlow(
  name: string,
  { paths, folder, tools }: { paths: readonly string[]; folder: string; tools: Pick<FlowToolRegistry, 'list'> },
): Promise<Error> {
  const flows = (await listFlows(paths, folder)).map(({ id }) => id);
  const near = nearestNames(name, new Set([...flows, ...tools.list().map((tool) => tool.name)]));
  return flowErrors.create('FLOW_NOT_FOUND', { kind: 'flow', name }, { details: didYouMean(near) });
}

/** The flow of one tool. Alone, one that puts secrets back finds them in the vault of the project. */
export function toolFlow(tool: string, config: JsonObject): JsonObject {
  const own = tool === 'unredact' ? { vault: projectVault, ...config } : config;
  return { name: tool, steps: [{ tool, config: own }] };
}

async function projectFlows(paths: readonly string[], folder: string): Promise<readonly KnownFlow[]> {
  const found: FlowFile[] = [];
  for (const path of paths) {
    const resolved = resolve(folder, path);
    const isFile = await stat(resolved).then(
      (stats) => stats.isFile(),
      () => false,
    );
    found.push(...(isFile ? [await loadFlow(resolved)] : await loadFlows(resolved)));
  }
  return found.map(({ id, file, flow }) => ({
    id,
    from: 'project',
    file,
    description: flow.definition?.description ?? '',
    flow,
  }));
}

function toBuiltIn(definition: FlowDefinition): KnownFlow {
  const { name, description = '', spec } = definition;
  const flow = readFlow({ apiVersion: 'v1', kind: 'FlowDefinition', metadata: { name, description }, spec });
  return { id: flowId(name), from: 'built-in', description, flow };
}
