import { isHostOwned } from './host-owned.js';
import type { SpecsByName } from './env-layers.js';
import type { WorkerEnvInput } from './worker-env-input.js';

/** A setting that is not allowed. */
export interface WorkerEnvRefusal {
  readonly name: string;
  readonly message: string;
}

/** Finds settings that are refused by name: they would expose a secret, shadow the host or have no effect. */
export function refusedSettings(input: WorkerEnvInput, specs: SpecsByName): WorkerEnvRefusal[] {
  const { overrides = {}, installEnv = {}, inheritEnv = [] } = input;
  return [
    ...Object.keys(overrides).flatMap((name) => refusal(name, overrideProblem(name, specs))),
    ...Object.keys(installEnv).flatMap((name) => refusal(name, reservedProblem(name, specs, 'the manifest'))),
    ...inheritEnv.flatMap((name) => refusal(name, reservedProblem(name, specs, '`inheritEnv`'))),
  ];
}

/** Returns the reason why an operator may not set a variable; undefined when they may. */
export function overrideProblem(name: string, specs: SpecsByName): string | undefined {
  const spec = specs.get(name);
  if (spec === undefined && !isHostOwned(name)) return 'an override needs a variable that the capability declares';
  return reservedProblem(name, specs, 'an override');
}

function reservedProblem(name: string, specs: SpecsByName, location: string): string | undefined {
  if (isHostOwned(name)) return `it belongs to the host and cannot come from ${location}`;
  if (specs.get(name)?.secret === true) return `it is a secret and cannot come from ${location}; store it as a secret`;
  return undefined;
}

function refusal(name: string, message: string | undefined): WorkerEnvRefusal[] {
  return message === undefined ? [] : [{ name, message }];
}
