import type { JsonObject, JsonSchemaObject } from '@helve/core';
import { effectiveConfig } from '../capability/merge-config.js';
import type { Config } from '../capability/tool-capability.js';
import { CapabilityDefinitionError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { InstanceDrift } from '../manifest/drift-facts.js';
import { checkDrift, driftError, driftWarnings } from './drift-check.js';
import { journalThenPublish, type Host } from './host.js';
import { askConfigSchema } from './told-facts.js';
import type { WorkerPlan } from './worker-plan.js';

/** Sources of a configuration. */
export interface ConfigSources {
  readonly caller: Config | undefined;
  readonly record: Config | undefined;
}

/** Facts about the first worker of a load. */
export interface PreparedWorker {
  readonly schema: JsonSchemaObject;
  readonly drift: InstanceDrift;
  readonly config: Config;
}

/** Compares a worker that sent hello with its plan and validates the configuration against the worker's own schema. */
export async function prepareWorker(
  host: Host,
  instanceId: string,
  plan: WorkerPlan,
  proxy: RemoteCapabilityProxy,
  sources: ConfigSources,
): Promise<PreparedWorker> {
  const { options, manifest } = plan;
  const { name } = manifest.code;
  assertNamed(plan, proxy);
  assertBound(plan, proxy);
  const schema = await askConfigSchema(proxy);
  const drift = options.drift === false ? {} : await reportDrift(host, instanceId, plan, proxy, schema);
  const { config, dropped } = await effectiveConfig(schema, sources, { strict: options.strict, capabilityName: name });
  if (dropped.length > 0) host.warn(`Unknown config of "${instanceId}" was dropped: ${dropped.join(', ')}`);
  return { schema, drift, config };
}

/** Throws when the program is another capability than the manifest says. */
function assertNamed({ manifest: { code } }: WorkerPlan, { hello }: RemoteCapabilityProxy): void {
  if (hello === undefined || hello.capability === code.name) return;
  throw new CapabilityDefinitionError(`Cannot load "${code.name}": the program says that it is "${hello.capability}"`, {
    capabilityName: code.name,
    details: `the manifest names "${code.name}"`,
  });
}

/** Throws when an adapter of an explicit list failed; without a list, failures are only reported. */
function assertBound({ options, manifest }: WorkerPlan, proxy: RemoteCapabilityProxy): void {
  const failures = proxy.hello?.adapterFailures ?? [];
  if (options.adapters === undefined || failures.length === 0) return;
  const { name: capabilityName } = manifest.code;
  const texts = failures.map(({ name, reason }) => `"${name}": ${reason}`);
  throw new CapabilityInputError(`Cannot bind adapters to "${capabilityName}": ${texts.join('; ')}`, {
    fieldsInvalid: ['adapters'],
    capabilityName,
  });
}

async function reportDrift(
  host: Host,
  instanceId: string,
  { manifest, options, boundAdapters }: WorkerPlan,
  proxy: RemoteCapabilityProxy,
  schema: unknown,
): Promise<InstanceDrift> {
  const { name } = manifest.code;
  const drift = await checkDrift(manifest, boundAdapters, proxy, schema);
  const warnings = driftWarnings(manifest.code, proxy.hello?.version, drift);
  if (warnings.length === 0) return drift;
  const facts = JSON.parse(JSON.stringify(drift)) as JsonObject;
  await journalThenPublish(host, 'drift', { capability: name, instanceId }, facts);
  if (options.drift === 'fail') throw driftError(name, warnings);
  for (const warning of warnings) host.warn(warning);
  return drift;
}
