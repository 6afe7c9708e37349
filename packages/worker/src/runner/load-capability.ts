import type { AdapterFailure } from '../adapter/plan-adapters.js';
import { EnabledGate } from '../call/enabled-gate.js';
import { CapabilityDefinitionError } from '../error/fatal-errors.js';
import { optionalHook } from '../capability/optional-hook.js';
import { findCalls, ToolCapability } from '../capability/tool-capability.js';
import type { AdapterSource, ModuleExport } from '../wire/frame.js';
import { loadClass, type AnyConstructor } from './load-module.js';

/** A capability with its adapters. */
export interface LoadedCapability {
  readonly capability: ToolCapability;
  readonly adapters: ReadonlyMap<string, object>;
  readonly adapterFailures: readonly AdapterFailure[];
  readonly gate: EnabledGate;
}

/** Imports and creates the capability, then its adapters. Failed adapters are listed; the host decides what follows. */
export async function loadCapability(
  source: ModuleExport | undefined,
  adapterSources: readonly AdapterSource[],
): Promise<LoadedCapability> {
  if (source === undefined) throw new CapabilityDefinitionError('Cannot load a capability: the host did not name one');
  const Capability = await loadClass(source, (value) => value.prototype instanceof ToolCapability);
  const capability = new Capability();
  if (!(capability instanceof ToolCapability)) throw notOne(source, Capability);
  await optionalHook(capability, '_open')?.();
  const adapters = new Map<string, object>();
  const adapterFailures: AdapterFailure[] = [];
  for (const adapter of adapterSources) {
    try {
      await addAdapter(adapter, capability, adapters);
    } catch (error) {
      const { name, taskName = '' } = adapter;
      adapterFailures.push({ name, taskName, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  findCalls(capability).adapters = [...adapters.keys()];
  const gate = new EnabledGate(capability, findCalls(capability));
  return { capability, adapters, adapterFailures, gate };
}

async function addAdapter(source: AdapterSource, capability: ToolCapability, adapters: Map<string, object>) {
  const Adapter = await loadClass(source, (value) => readTask(value) !== undefined);
  const task = readTask(Adapter);
  if (task === undefined) throw new TypeError(`Cannot use adapter "${source.name}": it has no taskName`);
  if (adapters.has(task)) throw new TypeError(`Cannot use adapter "${source.name}": another one serves task "${task}"`);
  adapters.set(task, new Adapter(capability as never));
}

function readTask(adapter: AnyConstructor): string | undefined {
  return 'taskName' in adapter && typeof adapter.taskName === 'string' ? adapter.taskName : undefined;
}

function notOne({ module }: ModuleExport, { name }: AnyConstructor): CapabilityDefinitionError {
  const details = `"${name}" is not a ToolCapability of the package that runs this worker`;
  return new CapabilityDefinitionError(`Cannot load "${module}": ${details}`, { details });
}
