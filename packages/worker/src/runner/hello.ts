import { taskMethods } from '../adapter/dispatch-to-task.js';
import { collectCapabilityActions } from '../action/collect-capability-actions.js';
import { optionalHook } from '../capability/optional-hook.js';
import type { ToolCapability } from '../capability/tool-capability.js';
import { configSchemaHash } from '../surface/surface-hash.js';
import type { WorkerPort } from '../transport/worker-port.js';
import { PROTOCOL, type HelloParams } from '../wire/frame.js';
import { workerFeatures, type WorkerFeature } from '../wire/operation.js';
import type { LoadedCapability } from './load-capability.js';

/** Creates the worker's description of itself, once its capability exists. */
export async function toHello(
  { capability, adapters, adapterFailures }: LoadedCapability,
  port: WorkerPort,
): Promise<HelloParams> {
  const schemaHash = await hashOfSchema(capability);
  return {
    protocol: PROTOCOL,
    capability: capability.name,
    version: capability.version,
    pid: port.pid,
    runtime: `node ${process.versions.node}`,
    features: workerFeatures.filter((name) => isOffered(name, port)),
    actions: listActions(capability),
    adapters: Object.fromEntries([...adapters].map(([task, adapter]) => [task, taskMethods(adapter.constructor)])),
    ...(adapterFailures.length > 0 && { adapterFailures }),
    ...(schemaHash !== undefined && { schemaHash }),
  };
}

function isOffered(feature: WorkerFeature, port: WorkerPort): boolean {
  if (feature === 'control') return port.beat !== undefined;
  return feature !== 'heartbeat' || port.owned;
}

/** Returns the actions of the class, or those that the capability discovered at its start. */
function listActions(capability: ToolCapability): readonly string[] {
  const learned = optionalHook(capability, '_actions')?.() as readonly { readonly name: string }[] | undefined;
  return learned?.map(({ name }) => name) ?? [...collectCapabilityActions(capability.constructor)];
}

/** Returns undefined when the schema is not available yet: the host asks again. */
async function hashOfSchema(capability: ToolCapability): Promise<string | undefined> {
  try {
    return configSchemaHash(await capability.getConfigSchema());
  } catch {
    return undefined;
  }
}
