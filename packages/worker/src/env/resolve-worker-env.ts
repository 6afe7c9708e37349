import { deepFreeze, type Secret } from '@helve/core';
import { maskedSecret, NamedSecret } from '../secret/named-secret.js';
import { checkWorkerEnv, toEnvVarSpecs } from './check-worker-env.js';
import { candidatesByName, type EnvCandidate } from './env-layers.js';
import type { EnvVarSpec } from './env-var-spec.js';
import { refusedSettings } from './refused-settings.js';
import type { ResolvedEnvVar, ResolvedWorkerEnv, WorkerEnvInput } from './worker-env-input.js';

/** The decision on one variable: the chosen candidate, or the reason for none. */
interface Settled {
  readonly name: string;
  readonly spec: EnvVarSpec | undefined;
  readonly chosen?: EnvCandidate & { readonly value: string };
  /** Omits the variable: its default has no value. */
  readonly unresolved?: string;
  /** Stops the load: the value cannot be used. */
  readonly unfit?: string;
  readonly weaker: readonly EnvCandidate[];
}

/**
 * Resolves the environment of a worker, with the origin of every variable. Reads nothing but its input. Load, status
 * and `env` all use it, so that they cannot disagree.
 */
export function resolveWorkerEnv(input: WorkerEnvInput): ResolvedWorkerEnv {
  const specs = new Map(toEnvVarSpecs(input.specs).map((spec) => [spec.name, spec]));
  const settled = [...candidatesByName(input, specs)].map(([name, offers]) => settle(name, offers, specs.get(name)));
  const variables = settled.map(toVariable);
  return deepFreeze({
    capabilityName: input.capabilityName,
    variables,
    missing: variables.filter(({ required, satisfied }) => required && !satisfied).map(({ name }) => name),
    problems: [
      ...refusedSettings(input, specs),
      ...checkWorkerEnv(input.specs).map(({ name, message }) => ({ name, message })),
      ...settled.flatMap(({ name, unfit }) => (unfit === undefined ? [] : [{ name, message: unfit }])),
    ],
    env: Object.fromEntries(settled.flatMap(toEnvEntry)),
  });
}

function settle(name: string, [best, ...weaker]: readonly EnvCandidate[], spec: EnvVarSpec | undefined): Settled {
  if (best === undefined) return { name, spec, weaker };
  if ('unresolved' in best) return { name, spec, unresolved: best.unresolved, weaker };
  const unfit = findProblem(best.value, spec);
  return unfit === undefined ? { name, spec, chosen: best, weaker } : { name, spec, unfit, weaker };
}

/** Returns the reason why a value cannot be used, without the value itself, which may be secret. */
function findProblem(value: string, spec: EnvVarSpec | undefined): string | undefined {
  if (value.includes('\0')) return 'its value holds a NUL, which no environment can';
  const options = spec?.options ?? null;
  if (options === null || options.includes(value)) return undefined;
  return `its value is not one of ${options.map((option) => `"${option}"`).join(', ')}`;
}

function toVariable({ name, spec, chosen, unresolved, unfit, weaker }: Settled): ResolvedEnvVar {
  const error = unfit ?? unresolved;
  return {
    name,
    declared: spec !== undefined,
    secret: spec?.secret ?? false,
    required: spec?.required ?? false,
    satisfied: chosen !== undefined,
    ...(chosen === undefined ? {} : shown(name, chosen, spec)),
    source: chosen?.source ?? null,
    overridden: weaker.map((offer) => ({ source: offer.source, ...shown(name, offer, spec) })),
    label: spec?.label ?? '',
    description: spec?.description ?? '',
    options: spec?.options ?? null,
    ...(error === undefined ? {} : { error }),
  };
}

function toEnvEntry({ name, spec, chosen }: Settled): readonly (readonly [string, string | Secret])[] {
  if (chosen === undefined) return [];
  return [[name, isHidden(chosen, spec) ? new NamedSecret(name, chosen.value) : chosen.value]];
}

/** True for secrets, and for inherited variables of unknown content. */
function isHidden({ source }: EnvCandidate, spec: EnvVarSpec | undefined): boolean {
  return source === 'secret' || (source === 'inherit' && spec === undefined);
}

function shown(name: string, offer: EnvCandidate, spec: EnvVarSpec | undefined): { value?: string; masked?: string } {
  if ('unresolved' in offer) return {};
  if (!isHidden(offer, spec)) return { value: offer.value };
  return { masked: offer.source === 'secret' ? maskedSecret(name) : '[inherited]' };
}
