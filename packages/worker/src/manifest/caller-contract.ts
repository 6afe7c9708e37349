import type { Json } from '@helve/core';
import type { EnvVarSource } from '../env/env-var-spec.js';
import type { SurfaceMethod } from '../surface/structural-surface.js';
import type { Contracts } from '../surface/drift.js';
import type { ManifestAction } from './manifest.js';

/** Returns the parts of actions that callers rely on: schemas, policy and streams. Texts promise nothing. */
export function actionContracts(actions: readonly ManifestAction[]): Contracts {
  return Object.fromEntries(
    actions.map(({ name, input, output, policy, streams }) => [
      name,
      withoutUndefined({ input, output, policy, streams }),
    ]),
  );
}

/** Returns the parts of variables that decide whether a worker starts, and with what. */
export function variableContracts(variables: readonly EnvVarSource[]): Contracts {
  return Object.fromEntries(
    variables.map(({ name, secret = false, required = false, default: fallback = null, options = null }) => [
      name,
      { secret, required, default: fallback, options },
    ]),
  );
}

/** Returns the parts of the methods of adapters that callers rely on, by task and method. */
export function taskContracts(tasks: Readonly<Record<string, readonly SurfaceMethod[]>>): Contracts {
  const methods = Object.entries(tasks).flatMap(([task, some]) => some.map((method) => ({ task, ...method })));
  return Object.fromEntries(
    methods.map(({ task, name, params, named, input, output, streams }) => [
      `${task}.${name}`,
      withoutUndefined({ params, named, input, output, streams }),
    ]),
  );
}

function withoutUndefined(members: Readonly<Record<string, unknown>>): Readonly<Record<string, Json>> {
  return JSON.parse(JSON.stringify(members)) as Record<string, Json>;
}
