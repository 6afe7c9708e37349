import { createRequire } from 'node:module';
import { sha256, ToolError, type ExecutePort, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import type { CapabilityManager } from '../manager/capability-manager.js';
import type { LoadOptions } from '../manager/load-options.js';
import { CAPABILITY_FORMAT, type CapabilityManifest } from '../manifest/manifest.js';
import type { ModuleExport } from '../wire/frame.js';
import { toToolError } from '../error/to-tool-error.js';
import { RemoteBody } from './remote-body.js';
import type { TravellingContext } from './tool-run.js';

export interface WorkerExecuteOptions {
  readonly manager: CapabilityManager;
  /** The built module that exports a tool, for those that run in a worker of their own; undefined for those that run here. */
  readonly moduleOf: (tool: ToolRecord) => ModuleExport | undefined;
  /** The built module that exports what their bodies depend on: a `ProviderRegistry`, or a function that makes one. */
  readonly providers?: Required<ModuleExport>;
  /** How their workers are loaded. */
  readonly load?: Omit<LoadOptions, 'id' | 'newInstance' | 'config' | 'persist'>;
  /** The module with `ToolHostCapability`, where it is not this package's own. */
  readonly hostModule?: string;
}

/** How many calls of one tool its worker takes at once. */
const MAX_CONCURRENT = 16;

/** Runs the bodies of tools in workers: their rules stay in the host, and nothing else changes. */
export function createWorkerExecutePort(options: WorkerExecuteOptions): ExecutePort {
  return {
    execute(tool, input, ctx) {
      const source = options.moduleOf(tool);
      if (source === undefined) return executeHere(tool, input, ctx);
      return runElsewhere(tool, source, input, ctx, options);
    },
  };
}

async function runElsewhere(
  tool: ToolRecord,
  source: ModuleExport,
  input: unknown,
  ctx: ToolInvokeContext,
  options: WorkerExecuteOptions,
): Promise<unknown> {
  const id = await hostFor(tool, source, options).catch((error: unknown) => {
    throw toToolError(error, { idempotent: ctx.policy.idempotent });
  });
  return new RemoteBody(options.manager, id, { input, context: travelling(ctx) }, ctx).answer();
}

/** A tool that asks for a process of its own never runs without one. */
function executeHere(tool: ToolRecord, input: unknown, ctx: ToolInvokeContext): unknown {
  const isolated = tool.annotations?.['host'] === 'process';
  if (!isolated && typeof tool.execute === 'function') return tool.execute(input, ctx);
  const why = isolated ? 'nobody says which module holds it' : 'it has no body';
  throw new ToolError('NOT_FOUND', `Cannot run tool "${tool.id}": ${why}`);
}

async function hostFor(tool: ToolRecord, source: ModuleExport, options: WorkerExecuteOptions): Promise<string> {
  const { manager, load } = options;
  const id = `tool-host-${sha256(`${tool.id} ${source.module}`).slice(0, 16)}`;
  if (manager.has(id)) return id;
  const { module, export: exported } = source;
  const { providers } = options;
  const config = {
    module,
    tool: tool.id,
    ...(exported === undefined ? {} : { export: exported }),
    ...(providers === undefined ? {} : { providers: { ...providers } }),
  };
  const limits = { maxConcurrent: MAX_CONCURRENT, ...load?.limits };
  await manager.load(toolHost(options), { ...load, limits, id, config, persist: false });
  return id;
}

function toolHost({ hostModule }: WorkerExecuteOptions): CapabilityManifest {
  return {
    format: CAPABILITY_FORMAT,
    code: {
      name: 'tool-host',
      version: '1.0.0',
      description: 'Runs the body of one tool',
      runtime: 'node',
      module: hostModule ?? createRequire(import.meta.url).resolve('@helve/worker'),
      export: 'ToolHostCapability',
    },
  };
}

function travelling({ requestId, sessionId, user, call, idempotencyKey }: ToolInvokeContext): TravellingContext {
  const { door, mode, turnId, traceparent } = call;
  const said = Object.entries({ door, mode, turnId, traceparent }).filter(([, value]) => value !== undefined);
  return {
    requestId,
    user,
    call: Object.fromEntries(said),
    ...(sessionId !== undefined && { sessionId }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}
