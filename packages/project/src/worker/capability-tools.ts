import { relative } from 'node:path';
import { assertTool, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import { FLOW_DESCRIBE, FLOW_PROCESS } from '@helve/flow/engine';
import {
  CapabilityManager,
  inToolContext,
  streamingInContext,
  toolsFromCapability,
  type AdapterManifest,
  type DiscoveryReport,
  type CapabilityFile,
} from '@helve/worker/host';
import type { CollectedTool } from '../registry/collect-tools.js';
import type { WorkerSettings } from '../config/worker-keys.js';
import type { HostEvent, HostRequest, WorkerCallRequest } from './host/host-verbs.js';
import { capabilityDigest, type WorkerHost } from './open-worker-host.js';

/** Actions by which a capability serves flow tools: for the engine of flows, not for callers. */
const flowActions = [FLOW_DESCRIBE, FLOW_PROCESS];

/** A tool of a capability and the manifest that brought it. */
export interface CapabilityTool extends CollectedTool {
  readonly tool: ToolRecord;
}

export interface CapabilityToolsContext {
  /** Folder that shown paths are relative to. */
  readonly root: string;
  /** Begins the workers, if nobody has yet. */
  readonly open: () => Promise<Pick<WorkerHost, 'manager' | 'queue'>>;
  /** Returns the host of another process; undefined where this one hosts the workers. */
  readonly elsewhere: () => Promise<HostRequest | undefined>;
  /** Settings of the config, which a host elsewhere has to know too. */
  readonly settings: WorkerSettings;
  readonly say: (text: string) => void;
}

/** Turns every action and adapter method of the found capabilities into a tool; others are left out with a remark. */
export function capabilityTools(
  { capabilities, adapters, broken }: DiscoveryReport,
  { root, open, elsewhere, settings, say }: CapabilityToolsContext,
): readonly CapabilityTool[] {
  for (const { reason } of broken) say(reason);
  const fitting = adapters.map(({ manifest }) => manifest);
  return capabilities.flatMap((found): CapabilityTool[] => {
    const from = relative(root, found.path);
    try {
      const known = capabilityDigest(found.manifest, settings);
      const tools = toolsForLater(withoutFlowActions(found), fitting, { open, elsewhere, known });
      for (const tool of tools) assertTool(tool);
      return tools.map((tool) => ({ tool, kind: 'capability', from }));
    } catch (thrown) {
      say(`${from} brings no tools: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      return [];
    }
  });
}

/** Creates tools from a manifest alone; the worker is started with the first call. */
function toolsForLater(
  found: CapabilityFile,
  adapters: readonly AdapterManifest[],
  { open, elsewhere, known }: Pick<CapabilityToolsContext, 'open' | 'elsewhere'> & { readonly known: string },
): readonly ToolRecord[] {
  const { name } = found.manifest.code;
  const streams = streamsOf(found, adapters);
  const toolsOn = ({ manager, queue }: Partial<WorkerHost> & Pick<WorkerHost, 'manager'>) =>
    toolsFromCapability(found, { manager, adapters, ...(queue && { queue }) });
  const begin = async () => new Map(toolsOn(await open()).map((tool) => [tool.id, tool]));
  let begun: ReturnType<typeof begin> | undefined;
  return toolsOn({ manager: new CapabilityManager() }).map((tool) => ({
    ...tool,
    execute: async (input, ctx) => {
      const ask = await elsewhere();
      const target = tool.id.slice(name.length + 1);
      if (ask !== undefined) return callHost(ask, { id: name, target, known }, streams.get(target), input, ctx);
      return (await (begun ??= begin())).get(tool.id)?.execute(input, ctx);
    },
  }));
}

/** Returns the form in which actions and methods of adapters that stream give their values to others. */
function streamsOf(
  { manifest: { code } }: CapabilityFile,
  adapters: readonly AdapterManifest[],
): ReadonlyMap<string, WorkerCallRequest['streams']> {
  return new Map([
    ...(code.actions ?? []).map(({ name, streams }) => [name, streams] as const),
    ...adapters.flatMap(({ taskName, methods = [] }) =>
      methods.map(({ name, streams }) => [`${taskName}.${name}`, streams] as const),
    ),
  ]);
}

type HostedCall = Pick<WorkerCallRequest, 'id' | 'target' | 'known'>;

/** Calls a worker of another process on behalf of a tool call, which was checked and is recorded here. */
function callHost(
  ask: HostRequest,
  about: HostedCall,
  streams: WorkerCallRequest['streams'],
  input: unknown,
  ctx: ToolInvokeContext,
): unknown {
  const ignore = () => Promise.resolve();
  if (streams === undefined || !ctx.takesChunks)
    return inToolContext(ctx, (options) => askHost(ask, about, input, ctx, options, ignore));
  return streamingInContext(ctx, (options, put) => askHost(ask, { ...about, streams }, input, ctx, options, put));
}

/** Hands on every piece before it returns; when nobody takes them any more, the call is cancelled. */
async function askHost(
  ask: HostRequest,
  about: HostedCall & Pick<WorkerCallRequest, 'streams'>,
  input: unknown,
  ctx: ToolInvokeContext,
  { idempotent = false, onProgress, onEnd, timeouts }: Parameters<Parameters<typeof inToolContext>[1]>[0],
  put: (value: unknown) => Promise<void>,
): Promise<unknown> {
  const { totalMs } = timeouts ?? {};
  const limits = totalMs === undefined ? {} : { timeoutMs: totalMs };
  const request = { ...about, value: input ?? {}, actor: ctx.user.id, idempotent, log: false, ...limits };
  const left = new AbortController();
  let taken: Promise<void> = Promise.resolve();
  const tell = (news: HostEvent) => {
    if ('progress' in news) onProgress?.(news.progress);
    if (!('piece' in news)) return undefined;
    return (taken = taken.then(() => put(news.piece)).catch((reason: unknown) => left.abort(reason)));
  };
  const signal = AbortSignal.any([ctx.signal, left.signal]);
  const { data, ...facts } = await ask('call', request, { signal, tell });
  await taken;
  const { callId, attempts, usage, durationMs } = facts;
  if (callId !== undefined && attempts !== undefined && usage !== undefined && durationMs !== undefined)
    onEnd?.({ callId, attempts, usage, durationMs });
  return data;
}

function withoutFlowActions(found: CapabilityFile): CapabilityFile {
  const { code } = found.manifest;
  const actions = (code.actions ?? []).filter(({ name }) => !flowActions.includes(name));
  return { ...found, manifest: { ...found.manifest, code: { ...code, actions } } };
}
