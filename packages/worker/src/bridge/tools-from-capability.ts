import {
  defineTool,
  findBadName,
  toolNameOf,
  type JsonObject,
  type ToolInvokeContext,
  type ToolPolicy,
  type ToolRecord,
} from '@helve/core';
import type { ActionStreams } from '../action/action-mark.js';
import { planAdapters } from '../adapter/plan-adapters.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { CapabilitySource } from '../manager/capability-catalog.js';
import type { CapabilityManager } from '../manager/capability-manager.js';
import type { CapabilityRequest } from '../manager/capability-request.js';
import type { LoadOptions } from '../manager/load-options.js';
import type { AdapterManifest, CapabilityManifest } from '../manifest/manifest.js';
import type { JobQueue } from '../queue/job-queue.js';
import { callInContext, streamInContext, type ResolveInstance } from './call-in-context.js';
import { toolSchemas, type ToolLoss } from './tool-schema.js';

export interface CapabilityToolsOptions {
  readonly manager: CapabilityManager;
  /** Queues calls as jobs that wait for admission. Default: calls run directly. */
  readonly queue?: JobQueue;
  /** Options for loading a manifest on first use. */
  readonly load?: LoadOptions;
  /** Manifests of adapters: they tell which adapters fit an unloaded capability, and the schemas of their methods. */
  readonly adapters?: readonly AdapterManifest[];
  readonly onLoss?: (loss: ToolLoss) => void;
}

/** An instance by id, or a capability that is loaded on first use. */
export type ToolsSource = { readonly instanceId: string } | Exclude<CapabilitySource, string>;

/** Creates a tool for each action, and for each method of an adapter that runs, or would run, beside it. */
export function toolsFromCapability(source: ToolsSource, options: CapabilityToolsOptions): readonly ToolRecord[] {
  const { manifest, instanceId, adapters, actions } = read(source, options);
  const { code } = manifest;
  const methods = new Map((code.structuralSurface?.methods ?? []).map((method) => [method.name, method]));
  const declared = new Map((code.actions ?? []).map((action) => [action.name, action]));
  const ready = instanceResolver(source, instanceId, options);
  const offered = new Map((options.adapters ?? []).map((adapter) => [adapter.taskName, adapter.methods ?? []]));
  const tools = [
    ...actions.map((action) => {
      const declaration = declared.get(action);
      const id = `${code.name}.${action}`;
      const sources = { declared: declaration, method: methods.get(action) };
      const policy = declaration?.policy as Partial<ToolPolicy> | undefined;
      return toTool({
        id,
        request: { action },
        sources,
        manifest,
        policy,
        streams: declaration?.streams,
        description: declaration?.description,
        annotations: declaration?.annotations,
        ready,
        options,
      });
    }),
    ...Object.entries(adapters).flatMap(([task, names]) =>
      names.map((method) => {
        const id = `${code.name}.${task}.${method}`;
        const offer = offered.get(task)?.find(({ name }) => name === method);
        const { streams } = offer ?? {};
        return toTool({ id, request: { task, method }, sources: { method: offer }, streams, manifest, ready, options });
      }),
    ),
  ];
  assertNames(tools);
  return tools;
}

function read(source: ToolsSource, { manager, load, adapters = [] }: CapabilityToolsOptions) {
  if ('instanceId' in source) {
    const instance = manager.instance(source.instanceId);
    const hello = instance.supervisor.proxy?.hello;
    const { manifest } = instance.plan;
    const actions = hello?.actions ?? (manifest.code.actions ?? []).map(({ name }) => name);
    return { manifest, instanceId: instance.id, actions, adapters: hello?.adapters ?? {} };
  }
  const manifest = 'manifest' in source ? source.manifest : source;
  const { name, actions = [] } = manifest.code;
  return {
    manifest,
    instanceId: load?.id ?? name,
    actions: actions.map((action) => action.name),
    adapters: fitting(manifest, adapters, load?.adapters),
  };
}

/** Returns the methods of the adapters that a load would bind, by task. */
function fitting(
  { code }: CapabilityManifest,
  adapters: readonly AdapterManifest[],
  list: readonly string[] | undefined,
): Readonly<Record<string, readonly string[]>> {
  if (adapters.length === 0) return {};
  const { bound } = planAdapters(adapters, code.structuralSurface, {
    capabilityName: code.name,
    ...(list && { list }),
  });
  return Object.fromEntries(bound.map(({ taskName, methods = [] }) => [taskName, methods.map(({ name }) => name)]));
}

/** Returns a function that loads the instance when necessary. */
function instanceResolver(
  source: ToolsSource,
  instanceId: string,
  { manager, load }: CapabilityToolsOptions,
): ResolveInstance {
  if ('instanceId' in source) return () => instanceId;
  return () => (manager.has(instanceId) ? instanceId : manager.load(source, load).then(({ id }) => id));
}

interface ToolParts {
  readonly id: string;
  readonly request: Pick<CapabilityRequest, 'action' | 'task' | 'method'>;
  readonly sources: Parameters<typeof toolSchemas>[1];
  readonly manifest: CapabilityManifest;
  readonly policy?: Partial<ToolPolicy> | undefined;
  readonly streams: ActionStreams | undefined;
  readonly description?: string | undefined;
  readonly annotations?: JsonObject | undefined;
  readonly ready: ResolveInstance;
  readonly options: CapabilityToolsOptions;
}

function toTool(parts: ToolParts): ToolRecord {
  const { id, request, sources, streams, manifest, policy, description, annotations, ready, options } = parts;
  const { schemas, loss } = toolSchemas(id, sources);
  if (loss !== undefined) options.onLoss?.(loss);
  const what = request.action ?? `${request.task}.${request.method}`;
  const execute = (input: unknown, ctx: ToolInvokeContext) => {
    const call = { ...request, args: (input ?? {}) as Record<string, unknown> };
    // The common case: nobody takes values before the result.
    if (streams === undefined || !ctx.takesChunks) return callInContext(options, ready, call, ctx);
    return streamInContext(options, ready, call, streams, ctx);
  };
  return defineTool({
    id,
    name: toolNameOf(id),
    description: description ?? `${manifest.code.description} (${what})`,
    version: manifest.code.version,
    ...(policy === undefined ? {} : { policy }),
    annotations: { ...annotations, capability: manifest.code.name },
    ...schemas,
    execute,
  });
}

/** Checks the names that models see: short enough for every vendor, and unique. */
function assertNames(tools: readonly ToolRecord[]): void {
  const { id, problem } = findBadName(tools) ?? {};
  if (id === undefined) return;
  throw new CapabilityInputError(`Cannot make tool "${id}": ${problem}`, { fieldsInvalid: ['name'] });
}
