import type { ActionStreams } from '../action/action-mark.js';
import { capabilityActions } from '../action/capability-actions.js';
import { dispatchToTask } from '../adapter/dispatch-to-task.js';
import { changeConfig } from '../capability/change-config.js';
import { optionalHook } from '../capability/optional-hook.js';
import type { Config, ToolCapability } from '../capability/tool-capability.js';
import { findCalls } from '../capability/tool-capability.js';
import { ConfigLostError } from '../error/config-lost-error.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { CallParams } from '../wire/frame.js';
import { isTaskOp, type CallOp } from '../wire/operation.js';
import type { LoadedCapability } from './load-capability.js';

type MaybeConfig = Config | null | undefined;
type Perform = (loaded: LoadedCapability, params: CallParams) => unknown;

/** The implementation of each operation. */
export const performers: Readonly<Record<CallOp, Perform>> = Object.freeze({
  initialize: ({ capability }, { args }) => capability.initialize(args?.[0] as MaybeConfig),
  prefetch: ({ capability }) => capability.prefetch(),
  reconfigure: ({ capability }, { args }) =>
    applyChange(capability, args?.[0] as MaybeConfig, args?.[1] as MaybeConfig),
  cleanup: ({ capability }) => capability.cleanup(),
  onDisable: ({ gate }) => gate.set(false),
  onEnable: ({ gate }) => gate.set(true),
  getConfigSchema: ({ capability }) => capability.getConfigSchema(),
  getCurrentConfig: ({ capability }) => capability.getCurrentConfig(),
  getConfigOptions: ({ capability }) => capability.getConfigOptions(),
  structuralSurface: async ({ capability }) => {
    const own = optionalHook(capability, '_surface');
    if (own !== undefined) return own();
    const { deriveStructuralSurface } = await import('../surface/derive-structural-surface.js');
    return deriveStructuralSurface(capability.constructor as new () => object);
  },
  declarations: async (loaded) => (await import('./declarations.js')).toDeclarations(loaded),
  stats: ({ capability }) => readStats(capability),
  execute: ({ capability }, { args, named }) => findExecute(capability)(...withNamed(args, named)),
  executeStream: ({ capability }, { args, named }) => capability.executeStream(...withNamed(args, named)),
  action: ({ capability }, { action = '', named }) => capability.dispatchToAction(action, named),
  actionStream: ({ capability }, { action = '', named }) => capability.dispatchToAction(action, named),
  task: ({ adapters }, { task = '', method = '', named }) => dispatchToTask(adapters, task, method, named),
  taskStream: ({ adapters }, { task = '', method = '', named }) => dispatchToTask(adapters, task, method, named),
});

/** Classifies operations: a disabled instance waits for tasks, not for lifecycle calls. */
export function toKind(op: CallOp): 'task' | 'lifecycle' {
  return isTaskOp(op) ? 'task' : 'lifecycle';
}

/** Returns the form in which a caller of this action that takes no stream gets one. */
export function streamsOf({ capability }: LoadedCapability, { action = '' }: CallParams): ActionStreams {
  return capabilityActions(capability.constructor).get(action)?.streams ?? 'list';
}

/** Changes the configuration; on failure the worker has the old one, unless it reports that both are lost. */
async function applyChange(capability: ToolCapability, old: MaybeConfig, next: MaybeConfig): Promise<void> {
  const outcome = await changeConfig(capability, old ?? {}, next ?? {});
  if (outcome.state === 'applied') return;
  if (outcome.state !== 'lost') throw outcome.error;
  const { name: capabilityName } = capability;
  throw new ConfigLostError(`Cannot configure "${capabilityName}": the old configuration cannot be applied either`, {
    capabilityName,
    cause: outcome.error,
  });
}

/** Named arguments come as one object behind the others. */
function withNamed(args: readonly unknown[] = [], named?: Readonly<Record<string, unknown>>): readonly unknown[] {
  return named === undefined ? args : [...args, named];
}

function findExecute(capability: ToolCapability): (...args: unknown[]) => unknown {
  const { execute } = capability;
  if (typeof execute === 'function') return (...args) => Reflect.apply(execute, capability, args);
  throw new CapabilityInputError(`Cannot execute "${capability.name}": it has no such method`, {
    fieldsInvalid: ['execute'],
    capabilityName: capability.name,
  });
}

function readStats(capability: ToolCapability) {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    pid: process.pid,
    uptimeMs: Math.round(process.uptime() * 1000),
    rssBytes: rss,
    heapBytes: heapUsed,
    externalBytes: external,
    cpuMs: Math.round((user + system) / 1000),
    inFlight: findCalls(capability).inFlight,
  };
}
