import { replacedConfig, updatedConfig, type ConfigChange, type ConfigPatch } from '../capability/merge-config.js';
import type { Config } from '../capability/tool-capability.js';
import { CapabilityError } from '../error/capability-error.js';
import { ConfigLostError } from '../error/config-lost-error.js';
import { WorkerCrashedError } from '../error/transient-errors.js';
import { WorkerOOMError } from '../error/resource-errors.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { CapabilityInstance } from './capability-instance.js';

/** A change of some keys, or a whole new configuration. */
export type ConfigRequest = ConfigPatch | { readonly replace: Config };

/**
 * Changes the configuration of an instance completely or not at all. `persist` runs after the worker has applied it:
 * on failure the worker gets the old one back. Record, hash and worker always agree.
 */
export async function changeInstanceConfig(
  instance: CapabilityInstance,
  request: ConfigRequest,
  persist: (config: Config) => Promise<void>,
): Promise<ReadonlySet<string>> {
  const proxy = await instance.supervisor.ready();
  const old = instance.config;
  const { config: next, changed } = await plan(instance, old, request);
  if (changed.size === 0) return changed;
  const goBack = async () => {
    if (proxy === instance.supervisor.proxy && proxy.exit === undefined) await restore(instance, next, old);
  };
  try {
    await apply(instance, old, next);
  } catch (error) {
    // A worker that supports `reconfigure` has rolled back by itself, or reports that it could not.
    if (ConfigLostError.is(error)) await instance.supervisor.reload();
    else if (!canChange(proxy)) await goBack();
    throw error;
  }
  try {
    await persist(next);
  } catch (error) {
    await goBack();
    throw error;
  }
  instance.commit(next);
  return changed;
}

function plan(instance: CapabilityInstance, old: Config, request: ConfigRequest): Promise<ConfigChange> {
  const { schema, name } = instance;
  const options = { strict: instance.plan.options.strict, capabilityName: name };
  return 'replace' in request
    ? replacedConfig(schema, old, request.replace, options)
    : updatedConfig(schema, old, request, options);
}

function canChange({ hello }: RemoteCapabilityProxy): boolean {
  return hello?.features.includes('reconfigure') !== false;
}

/** Applies a configuration; a worker without `reconfigure` is initialized with all of it. */
async function apply(instance: CapabilityInstance, from: Config, to: Config): Promise<void> {
  const proxy = await instance.supervisor.ready();
  await (canChange(proxy)
    ? instance.lifecycle(proxy, 'reconfigure', [from, to])
    : instance.lifecycle(proxy, 'initialize', [to]));
}

/** Restores the old configuration, with a new worker when it cannot be applied again. */
async function restore(instance: CapabilityInstance, from: Config, old: Config): Promise<void> {
  try {
    await apply(instance, from, old);
  } catch (error) {
    if (WorkerCrashedError.is(error) || WorkerOOMError.is(error) || !CapabilityError.is(error)) return;
    await instance.supervisor.reload();
  }
}
