import { declaredMemory } from '../instance-pool/pool-size.js';
import { CapabilityResourceError } from '../error/resource-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { ServedCapability } from '../transport/web-socket/serve-workers.js';
import type { CapabilityCatalog, CapabilitySource } from './capability-catalog.js';
import type { Host } from './host.js';
import type { InstancePlanner } from './instance-planner.js';
import { withSettings, type LoadOptions } from './load-options.js';

/** Runs a capability of this machine for hosts elsewhere: with the settings, the variables and the secrets that hold here. */
export function servedCapability(
  host: Host,
  catalog: CapabilityCatalog,
  planner: InstancePlanner,
  source: CapabilitySource,
): ServedCapability {
  return async (session) => {
    const found = await catalog.find(source);
    const { name, workerEnv = [] } = found.manifest.code;
    const { remote: _, ...settings } = host.settings[name] ?? {};
    const options = withSettings(settings, { missingEnv: 'report', secretDelivery: 'channel' });
    await assertMemory(host, options, name);
    const gpus = await host.gpus.take(options.resources?.gpus ?? 0, name);
    const release = () => host.gpus.release(gpus);
    try {
      const { envOverrides = {} } = (await host.config.get(name)) ?? {};
      const plan = await planner.plan(name, found, options, { envOverrides, gpus });
      const { transport, capability, adapters = [], secrets = {} } = plan.spec(session);
      if (transport.kind === 'inProcess' || transport.kind === 'webSocket') throw notServed(transport.kind);
      const variables = workerEnv.map((spec) => spec.name);
      const { missing: required } = plan.env;
      return { transport, ...(capability && { capability }), adapters, secrets, variables, required, release };
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** Refuses a worker for which the declared memory is not there. */
async function assertMemory({ probe }: Host, options: LoadOptions, capabilityName: string): Promise<void> {
  const needed = declaredMemory(options);
  if (needed === 0) return;
  const { ramAvailableBytes } = await probe.machine();
  if (ramAvailableBytes >= needed) return;
  const message = `Cannot run "${capabilityName}": it needs ${needed} bytes, and ${ramAvailableBytes} are free`;
  throw new CapabilityResourceError(message, { capabilityName });
}

function notServed(kind: string): CapabilityInputError {
  const message = `Cannot serve a capability over "${kind}": it needs a process or a thread`;
  return new CapabilityInputError(message, { fieldsInvalid: ['transport'] });
}
