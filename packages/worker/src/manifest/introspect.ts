import { capabilityActions } from '../action/capability-actions.js';
import { taskMethods } from '../adapter/dispatch-to-task.js';
import type { TaskAdapterClass } from '../adapter/task-adapter.js';
import { toProtocolMembers } from '../adapter/protocol-members.js';
import type { ToolCapability } from '../capability/tool-capability.js';
import { readWorkerEnv } from '../env/check-worker-env.js';
import { CapabilityDefinitionError } from '../error/fatal-errors.js';
import { deriveStructuralSurface } from '../surface/derive-structural-surface.js';
import { configSchemaHash, surfaceHash } from '../surface/surface-hash.js';
import {
  ADAPTER_FORMAT,
  CAPABILITY_FORMAT,
  type AdapterManifest,
  type CapabilityManifest,
  type ManifestCode,
  type ManifestInstall,
  type ManifestResources,
} from './manifest.js';
import { asJson, toManifestAction } from './manifest-action.js';
import { toManifest } from './read-manifest.js';

/** The class of a capability that can be instantiated. */
export type CapabilityClass = (new () => ToolCapability) & {
  readonly description?: unknown;
};

/** Facts that the class does not contain. */
export interface IntrospectOptions {
  readonly module: string;
  readonly export: string;
  /** Default: `static description` of the class. */
  readonly description?: string;
  readonly resources?: ManifestResources;
  readonly install?: ManifestInstall;
}

/** Everything that a manifest holds of a capability in any language. */
export type CapabilityFacts = Omit<ManifestCode, 'command'> &
  Required<Pick<ManifestCode, 'configSchema' | 'structuralSurface'>>;

/** Creates the manifest of a capability class: the schema from a temporary instance, the rest from the class. */
export async function introspectCapability(
  capabilityClass: CapabilityClass,
  options: IntrospectOptions,
): Promise<CapabilityManifest> {
  const { name, version, configSchema } = await askInstance(capabilityClass);
  const facts = {
    name,
    version,
    description: options.description ?? toDescription(capabilityClass),
    runtime: 'node' as const,
    module: options.module,
    export: options.export,
    ...(options.resources === undefined ? {} : { resources: options.resources }),
    configSchema,
    workerEnv: readWorkerEnv(capabilityClass),
    structuralSurface: deriveStructuralSurface(capabilityClass),
    actions: [...capabilityActions(capabilityClass).values()].map((entry) => toManifestAction(entry, capabilityClass)),
  };
  return createManifest(facts, options.install);
}

/** Creates a manifest with the hashes by which drift is noticed. */
export function createManifest(facts: CapabilityFacts, install?: ManifestInstall): CapabilityManifest {
  const { workerEnv = [], actions = [], ...code } = facts;
  const { own, base } = surfaceHash(code.structuralSurface);
  const manifest = {
    format: CAPABILITY_FORMAT,
    code: {
      ...code,
      ...(workerEnv.length === 0 ? {} : { workerEnv }),
      ...(actions.length === 0 ? {} : { actions: actions.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }),
    },
    witness: { configSchemaHash: configSchemaHash(code.configSchema), ownSurfaceHash: own, baseSurfaceHash: base },
    ...(install === undefined ? {} : { install }),
  };
  return toManifest(asJson(manifest), `the manifest of "${code.name}"`) as CapabilityManifest;
}

/** Creates the manifest of an adapter class. */
export function introspectAdapter(
  adapterClass: Pick<TaskAdapterClass, 'taskName' | 'requiredToolProtocol'> & { readonly version?: unknown },
  options: {
    readonly module: string;
    readonly export: string;
    readonly version?: string;
    readonly protocolName?: string;
    readonly generatedAt?: string;
  },
): AdapterManifest {
  const name = `${options.module}#${options.export}`;
  const version = options.version ?? adapterClass.version;
  const manifest = {
    format: ADAPTER_FORMAT,
    name,
    ...options,
    version,
    taskName: adapterClass.taskName,
    protocolMembers: toProtocolMembers(adapterClass.requiredToolProtocol),
    ...describeMethods(adapterClass),
  };
  return toManifest(asJson(manifest), `the manifest of adapter "${name}"`) as AdapterManifest;
}

/** Returns the methods that a class offers as a task; a protocol without a class offers none. */
function describeMethods(adapterClass: unknown): Pick<AdapterManifest, 'methods'> {
  if (typeof adapterClass !== 'function') return {};
  const names = new Set(taskMethods(adapterClass));
  const { methods } = deriveStructuralSurface(adapterClass as new () => object);
  return { methods: methods.filter((method) => method.static !== true && names.has(method.name)) };
}

/** Finds the only capability that a module exports, or the named one. */
export function findCapability(
  module: { readonly [name: string]: unknown },
  exportName?: string,
): { readonly export: string; readonly capabilityClass: CapabilityClass } {
  const found = Object.entries(module).flatMap(([name, value]) =>
    isCapabilityClass(value) ? [{ export: name, capabilityClass: value }] : [],
  );
  const wanted = exportName === undefined ? withoutDuplicates(found) : found.filter((one) => one.export === exportName);
  const [only] = wanted;
  if (only !== undefined && wanted.length === 1) return only;
  const names = found.map((one) => `"${one.export}"`).join(', ') || 'none';
  const details =
    exportName === undefined
      ? `a module exports exactly one, unless \`export\` names it; found: ${names}`
      : `there is no capability "${exportName}"; found: ${names}`;
  throw new CapabilityDefinitionError(`Cannot find the capability of a module: ${details}`, { details });
}

const required = ['name', 'version', 'initialize', 'getConfigSchema', 'getCurrentConfig', 'reconfigureWithTriggers'];

/** True for a complete capability class, from any copy of the package. */
export function isCapabilityClass(value: unknown): value is CapabilityClass {
  if (typeof value !== 'function') return false;
  const prototype: unknown = value.prototype;
  return typeof prototype === 'object' && prototype !== null && required.every((name) => name in prototype);
}

/** Removes duplicates: a class under two names, such as `default`, is one class. */
function withoutDuplicates<Found extends { readonly capabilityClass: unknown }>(
  found: readonly Found[],
): readonly Found[] {
  return found.filter(
    (one, index) => found.findIndex((other) => other.capabilityClass === one.capabilityClass) === index,
  );
}

async function askInstance(capabilityClass: CapabilityClass) {
  const instance = new capabilityClass();
  try {
    const { name, version } = instance;
    return { name, version, configSchema: await instance.getConfigSchema() };
  } finally {
    await instance.cleanup();
  }
}

function toDescription({ name, description }: CapabilityClass): string {
  if (typeof description === 'string' && description !== '') return description;
  const details = `"${name}" says nothing about itself; give it a \`static description\``;
  throw new CapabilityDefinitionError(`Cannot write the manifest: ${details}`, { details });
}
