import { createRequire } from 'node:module';
import { sha256, ToolError, type ExecutePort, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import type { CapabilityManager } from '../manager/capability-manager.js';
import type { LoadOptions } from '../manager/load-options.js';
import { CAPABILITY_FORMAT, type CapabilityManifest } from '../manifest/manifest.js';
import type { ModuleExport } from '../wire/frame.js';
import { toToolError } from '../error/to-tool-error.js';
import type { ToolLocation } from './hosted-tool.js';
import { isLent, RemoteBody } from './remote-body.js';

export interface WorkerExecuteOptions {
  readonly manager: CapabilityManager;
  /** Where the worker of a tool finds it, for those that run in a worker of their own, told once; undefined for those that run here. */
  readonly moduleOf: (tool: ToolRecord) => ToolLocation | undefined;
  /** The built module that exports what their bodies depend on: a `ProviderRegistry`, or a function that makes one. */
  readonly providers?: Required<ModuleExport>;
  /** How their workers are loaded. */
  readonly load?: Omit<LoadOptions, 'id' | 'newInstance' | 'config' | 'persist'>;
  /** The module with `ToolHostCapability`, where it is not this package's own. */
  readonly hostModule?: string;
}

/** How many calls of one tool its worker takes at once. */
const MAX_CONCURRENT = 16;

/** The worker of a tool, loaded or not. */
interface ToolWorker {
  readonly instanceId: string;
  readonly location: ToolLocation;
}

/** Runs the bodies of tools in workers: their rules stay in the host, and nothing else changes. */
export function createWorkerExecutePort(options: WorkerExecuteOptions): ExecutePort {
  const workers = new WeakMap<ToolRecord, ToolWorker>();
  const workerOf = (tool: ToolRecord): ToolWorker | undefined => {
    const known = workers.get(tool);
    if (known !== undefined || isLent(tool)) return known;
    const location = options.moduleOf(tool);
    if (location === undefined) return undefined;
    const worker = {
      location,
      instanceId: `tool-host-${sha256(`${tool.id} ${JSON.stringify(location)}`).slice(0, 16)}`,
    };
    workers.set(tool, worker);
    return worker;
  };
  return {
    execute(tool, input, ctx) {
      const worker = workerOf(tool);
      return worker === undefined ? executeHere(tool, input, ctx) : executeThere(tool, worker, input, ctx, options);
    },
  };
}

async function executeThere(
  tool: ToolRecord,
  worker: ToolWorker,
  input: unknown,
  ctx: ToolInvokeContext,
  options: WorkerExecuteOptions,
): Promise<unknown> {
  const { manager } = options;
  const { instanceId } = worker;
  if (!manager.has(instanceId)) {
    await loadHost(tool, worker, options).catch((error: unknown) => {
      throw toToolError(error, { idempotent: ctx.policy.idempotent });
    });
  }
  return new RemoteBody({ manager, instanceId }, input, ctx).answer();
}

/** A tool that asks for a process of its own never runs without one; one that was lent brings it along. */
function executeHere(tool: ToolRecord, input: unknown, ctx: ToolInvokeContext): unknown {
  const lacksModule = tool.annotations?.['host'] === 'process' && !isLent(tool);
  if (!lacksModule && typeof tool.execute === 'function') return tool.execute(input, ctx);
  const why = lacksModule ? 'nobody says which module holds it' : 'it has no body';
  throw new ToolError('NOT_FOUND', `Cannot run tool "${tool.id}": ${why}`);
}

async function loadHost(tool: ToolRecord, worker: ToolWorker, options: WorkerExecuteOptions): Promise<void> {
  const { manager, load, providers } = options;
  const config = {
    ...worker.location,
    tool: tool.id,
    ...(providers === undefined ? {} : { providers: { ...providers } }),
  };
  const limits = { maxConcurrent: MAX_CONCURRENT, ...load?.limits };
  const inheritEnv = [...(load?.inheritEnv ?? []), ...wantedEnv(tool)];
  const id = worker.instanceId;
  await manager.load(toolHost(options), { ...load, limits, inheritEnv, id, config, persist: false });
}

/** The variables that a tool names in its annotation `env`: a worker sees no others of its host's, but the harmless. */
function wantedEnv({ annotations }: ToolRecord): readonly string[] {
  const names = annotations?.['env'];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function toolHost({ hostModule }: WorkerExecuteOptions): CapabilityManifest {
  return {
    format: CAPABILITY_FORMAT,
    code: {
      name: 'tool-host',
      version: '1.0.0',
      description: 'Runs the body of one tool',
      runtime: 'node',
      module: hostModule ?? createRequire(import.meta.url).resolve('@helve/worker/host'),
      export: 'ToolHostCapability',
    },
  };
}
