import { CapabilityConfigError } from '../error/input-errors.js';
import type { EnvVarSpec } from './env-var-spec.js';
import { expandWorkerEnvTemplate } from './expand-worker-env-template.js';
import { hostOwnedVariables, inheritedVariables, allowedVariables } from './host-environment.js';
import { workerTemplateValues } from './worker-directories.js';
import { envSources, type EnvSource, type WorkerEnvInput } from './worker-env-input.js';

/** The value of one variable from one source, or the reason why it has none. */
export type EnvCandidate = { readonly source: EnvSource } & EnvValue;

type EnvValue = { readonly value: string } | { readonly unresolved: string };
type Layer = ReadonlyMap<string, EnvValue>;

/** Declared variables by name. */
export type SpecsByName = ReadonlyMap<string, EnvVarSpec>;

/** Returns all known variables, sorted, each with its candidates: the strongest first. */
export function candidatesByName(
  input: WorkerEnvInput,
  specs: SpecsByName,
): ReadonlyMap<string, readonly EnvCandidate[]> {
  const layers = createLayers(input, specs);
  const names = new Set([...specs.keys(), ...Object.values(layers).flatMap((layer) => [...layer.keys()])]);
  return new Map([...names].toSorted().map((name) => [name, listCandidates(layers, name, specs.get(name))]));
}

function createLayers(input: WorkerEnvInput, specs: SpecsByName): { readonly [Source in EnvSource]: Layer } {
  const secrets = [...(input.secrets ?? [])].filter(([name]) => specs.get(name)?.secret === true);
  return {
    'host-owned': toLayer(hostOwnedVariables(input)),
    override: toLayer(Object.entries(input.overrides ?? {}).filter(([name]) => specs.has(name))),
    secret: toLayer(secrets.map(([name, secret]) => [name, secret.reveal()])),
    install: toLayer(Object.entries(input.installEnv ?? {})),
    default: collectDefaults(input, specs),
    inherit: toLayer(inheritedVariables(input)),
    host: toLayer(allowedVariables(input)),
  };
}

function toLayer(values: Iterable<readonly [string, string]>): Layer {
  return new Map([...values].map(([name, value]) => [name, { value }]));
}

function collectDefaults(input: WorkerEnvInput, specs: SpecsByName): Layer {
  const values = workerTemplateValues(input, input.capabilityName);
  const owner = { capabilityName: input.capabilityName };
  return new Map(
    [...specs.values()].flatMap(({ name, default: template }) =>
      template === null
        ? []
        : [[name, expanded(() => expandWorkerEnvTemplate(template, values, { ...owner, varName: name }))]],
    ),
  );
}

function expanded(expand: () => string): EnvValue {
  try {
    return { value: expand() };
  } catch (error) {
    if (CapabilityConfigError.is(error)) return { unresolved: error.message };
    throw error;
  }
}

function listCandidates(
  layers: ReturnType<typeof createLayers>,
  name: string,
  spec: EnvVarSpec | undefined,
): readonly EnvCandidate[] {
  return envSources.flatMap((source) => {
    const value = layers[source].get(name);
    return value === undefined || !mayDecide(source, value, spec) ? [] : [{ source, ...value }];
  });
}

/** True when a source may decide a variable: secrets only come from the secret store, and are never empty. */
function mayDecide(source: EnvSource, value: EnvValue, spec: EnvVarSpec | undefined): boolean {
  return spec?.secret !== true || (source === 'secret' && 'value' in value && value.value !== '');
}
