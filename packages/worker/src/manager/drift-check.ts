import { CapabilityFatalError } from '../error/fatal-errors.js';
import { actionContracts, taskContracts, variableContracts } from '../manifest/caller-contract.js';
import {
  compareFacts,
  driftedKinds,
  driftNames,
  manifestFacts,
  type DriftFacts,
  type InstanceDrift,
} from '../manifest/drift-facts.js';
import type { AdapterManifest, CapabilityManifest, ManifestCode } from '../manifest/manifest.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { Contracts } from '../surface/drift.js';
import { askDeclarations, askSurface } from './told-facts.js';

/** Compares a worker that sent hello with its manifest, and its adapters with theirs. */
export async function checkDrift(
  manifest: CapabilityManifest,
  adapters: readonly AdapterManifest[],
  proxy: RemoteCapabilityProxy,
  schema: unknown,
): Promise<InstanceDrift> {
  const live = await liveFacts(proxy, schema);
  return compareFacts({ ...manifestFacts(manifest), tasks: recordedTasks(adapters, live) }, live);
}

/** Returns the facts that a worker tells of itself. */
export async function liveFacts(proxy: RemoteCapabilityProxy, schema: unknown): Promise<DriftFacts> {
  const { version, actions: actionNames } = proxy.hello ?? {};
  const declared = await askDeclarations(proxy);
  const surface = await askSurface(proxy);
  return {
    version,
    actions: declared && actionContracts(declared.actions),
    actionNames,
    variables: declared && variableContracts(declared.workerEnv),
    tasks: declared && taskContracts(declared.tasks),
    configSchema: { schema },
    surface: { surface },
  };
}

/** Adapters that were not loaded are reported as such, and those without recorded methods are not compared. */
function recordedTasks(adapters: readonly AdapterManifest[], { tasks = {} }: DriftFacts): Contracts | undefined {
  const loaded = new Set(Object.keys(tasks).map((name) => name.slice(0, name.indexOf('.'))));
  const recorded = adapters.filter(({ taskName, methods }) => methods !== undefined && loaded.has(taskName));
  if (recorded.length === 0 || recorded.length < loaded.size) return undefined;
  return taskContracts(Object.fromEntries(recorded.map(({ taskName, methods = [] }) => [taskName, methods])));
}

/** Returns a sentence for each drift, with the remedy. */
export function driftWarnings(
  { name, version }: Pick<ManifestCode, 'name' | 'version'>,
  live: string | undefined,
  drift: InstanceDrift,
): readonly string[] {
  const texts = driftedKinds(drift).map((kind) => {
    if (kind === 'version') return `"${name}" is version ${live ?? 'unknown'}, and its manifest says ${version}`;
    const what = driftNames[kind];
    return `The ${what} of "${name}" ${what.endsWith('s') ? 'differ from the recorded ones' : 'differs from the recorded one'}`;
  });
  return texts.map((text) => `${text}; run \`helve worker manifest\` to record it`);
}

export function driftError(name: string, warnings: readonly string[]): CapabilityFatalError {
  return new CapabilityFatalError(`Cannot load "${name}": ${warnings.join('; ')}`, { capabilityName: name });
}
