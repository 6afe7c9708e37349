import { createRequire } from 'node:module';
import { sha256, ToolError, type ExecutePort, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import type { CapabilityManager } from '../manager/capability-manager.js';
import type { LoadOptions } from '../manager/load-options.js';
import { CAPABILITY_FORMAT, type CapabilityManifest } from '../manifest/manifest.js';
import type { ModuleExport } from '../wire/frame.js';
import { fromWorkerError } from '../error/from-worker-error.js';
import { errorFacts } from './call-in-context.js';
import type { ToolLocation } from './hosted-tool.js';
import { isLent, RemoteBody } from './remote-body.js';

export interface WorkerExecuteOptions {
  readonly manager: CapabilityManager;
  /** Returns the location of a tool that runs in a worker of its own; undefined for tools that run here. Called once per tool. */
  readonly moduleOf: (tool: ToolRecord) => ToolLocation | undefined;
  /** Module that exports the dependencies of bodies: a `ProviderRegistry`, or a function that creates one. */
  readonly providers?: Required<ModuleExport>;
  /** Options for loading their workers. */
  readonly load?: Omit<LoadOptions, 'id' | 'newInstance' | 'config' | 'persist'>;
  /** The module with `ToolHostCapability`. Default: this package's own. */
  readonly hostModule?: string;
}

/** Maximum number of concurrent calls per tool. */
const MAX_CONCURRENT = 16;

/** The worker of a tool, loaded or not. */
interface ToolWorker {
  readonly instanceId: string;
  readonly location: ToolLocation;
}

/** Creates a port that runs tool bodies in workers, while their rules stay in the host. */
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
      throw fromWorkerError(error, errorFacts(ctx));
    });
  }
  return new RemoteBody({ manager, instanceId }, input, ctx).answer();
}

/** Runs a body in this process. A tool that requires a process of its own never runs here, unless it was lent. */
function executeHere(tool: ToolRecord, input: unknown, ctx: ToolInvokeContext): unknown {
  const lacksModule = tool.annotations?.['host'] === 'process' && !isLent(tool);
  if (!lacksModule && typeof tool.execute === 'function') return tool.execute(input, ctx);
  const why = lacksModule ? 'no module is known for it' : 'it has no body';
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

/** Returns the variables that a tool names in its annotation `env`; a worker sees no others, except harmless ones such as `PATH`. */
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
