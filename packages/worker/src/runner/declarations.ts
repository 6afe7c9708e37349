import { capabilityActions, type AnyClass } from '../action/capability-actions.js';
import { taskMethods } from '../adapter/dispatch-to-task.js';
import { optionalHook } from '../capability/optional-hook.js';
import { readWorkerEnv } from '../env/check-worker-env.js';
import type { EnvVarSource, EnvVarSpec } from '../env/env-var-spec.js';
import type { ManifestAction } from '../manifest/manifest.js';
import { toManifestAction } from '../manifest/manifest-action.js';
import { deriveStructuralSurface } from '../surface/derive-structural-surface.js';
import type { SurfaceMethod } from '../surface/structural-surface.js';
import type { LoadedCapability } from './load-capability.js';

/** Everything that a loaded capability declares to its callers. */
export interface Declarations {
  readonly actions: readonly ManifestAction[];
  readonly workerEnv: readonly EnvVarSource[];
  /** Methods of its adapters, by task. */
  readonly tasks: Readonly<Record<string, readonly SurfaceMethod[]>>;
}

/** Returns the declarations of the classes as they are now, in the form of a manifest. */
export function toDeclarations({ capability, adapters }: LoadedCapability): Declarations {
  const learned = optionalHook(capability, '_actions')?.() as readonly ManifestAction[] | undefined;
  const capabilityClass = capability.constructor as AnyClass;
  const own = () =>
    [...capabilityActions(capabilityClass).values()].map((one) => toManifestAction(one, capabilityClass));
  return {
    actions: learned ?? own(),
    workerEnv: readWorkerEnv(capabilityClass).map(toSource),
    tasks: Object.fromEntries([...adapters].map(([task, adapter]) => [task, methodsOf(adapter)])),
  };
}

function toSource({ name, secret, required, default: template, options }: EnvVarSpec): EnvVarSource {
  return { name, secret, required, default: template, options };
}

function methodsOf({ constructor: adapterClass }: object): readonly SurfaceMethod[] {
  const names = new Set(taskMethods(adapterClass));
  const { methods } = deriveStructuralSurface(adapterClass as new () => object);
  return methods.filter((method) => method.static !== true && names.has(method.name));
}
