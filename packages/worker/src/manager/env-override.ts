import { toEnvVarSpecs } from '../env/check-worker-env.js';
import { overrideProblem } from '../env/refused-settings.js';
import { CapabilityConfigError } from '../error/input-errors.js';
import type { ManifestCode } from '../manifest/manifest.js';

/** Throws unless an operator may set this variable of a capability to this value. */
export function assertOverride(
  { name: capability, workerEnv = [] }: ManifestCode,
  name: string,
  value: string | null,
): void {
  const specs = new Map(toEnvVarSpecs(workerEnv).map((spec) => [spec.name, spec]));
  const problem = overrideProblem(name, specs);
  if (problem !== undefined) throw refusedOverride(capability, name, problem);
  const options = specs.get(name)?.options ?? null;
  if (value === null || options === null || options.includes(value)) return;
  throw refusedOverride(capability, name, `its value is not one of ${options.join(', ')}`);
}

function refusedOverride(capabilityName: string, name: string, problem: string): CapabilityConfigError {
  return new CapabilityConfigError(`Cannot set "${name}" of "${capabilityName}": ${problem}`, {
    fieldsInvalid: [name],
    capabilityName,
  });
}
