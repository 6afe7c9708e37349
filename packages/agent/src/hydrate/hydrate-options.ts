import {
  nearestNames,
  type Clock,
  type NameMap,
  type RestorePlan,
  type ToolError,
  type UnknownArgs,
} from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { HydrationResult, Provenance } from '../contract/hydration.js';
import { argumentLimits, type ArgumentLimits } from './argument/argument-limits.js';
import type { RepairMode } from './repair/repair-arguments.js';
import { helveEngine, type ValidatorEngine } from './validator/validator-engine.js';

/** Turns arguments in a provider's form back into those of the tool. */
export type RestoreArguments = (
  plan: RestorePlan,
  value: unknown,
) => { readonly value: unknown; readonly restored: Provenance['restored'] };

/** Everything hydration can be told. */
export interface HydrateOptions {
  /** Who sent the calls, for provenance. */
  readonly provider?: string | undefined;
  /** What the provider calls each tool, by its id. */
  readonly names?: NameMap | undefined;
  /** What to undo in the arguments of each tool, by its id. */
  readonly restore?: Readonly<Record<string, RestorePlan>> | undefined;
  /** Another way to do so than Helve's own. */
  readonly restoreArguments?: RestoreArguments | undefined;
  /** Digests of the definitions that were sent to the model, by id of the tool; else those of the plain definitions. */
  readonly definitionDigests?: Readonly<Record<string, string>> | undefined;
  readonly responseId?: string | undefined;
  /** `off` unless told. */
  readonly repair?: RepairMode | undefined;
  readonly engine?: ValidatorEngine | undefined;
  /** `eager` compiles the validators of all tools at once, `lazy` each at its first use. */
  readonly validators?: 'eager' | 'lazy' | undefined;
  /** Arguments a tool does not know: refused unless told to drop them. */
  readonly unknownArgs?: UnknownArgs | undefined;
  readonly limits?: Partial<ArgumentLimits> | undefined;
  /** Gets every result, failures too, in the order of the calls; a promise is waited for. */
  readonly onHydration?: ((result: HydrationResult) => unknown) | undefined;
  /** Gets what `onHydration` threw; the results stand. */
  readonly report?: ((thrown: unknown, result: HydrationResult) => void) | undefined;
  readonly clock?: Pick<Clock, 'now'> | undefined;
  /** Calls off a repair that takes its time. */
  readonly signal?: AbortSignal | undefined;
}

/** The options with nothing left open. */
export interface HydrateRules {
  readonly provider: string;
  readonly limits: ArgumentLimits;
  readonly engine: ValidatorEngine;
  readonly unknownArgs: UnknownArgs;
  readonly repair: RepairMode;
  readonly eager: boolean;
  readonly options: HydrateOptions;
}

const isText = (value: unknown) => typeof value === 'string';
const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

const checks: { readonly [K in keyof Required<HydrateOptions>]: (value: unknown) => boolean } = {
  provider: isText,
  names: isObject,
  restore: isObject,
  restoreArguments: isFunction,
  definitionDigests: isObject,
  responseId: isText,
  repair: (value) => value === 'off' || value === 'rules' || isFunction(value),
  engine: (value) => isObject(value) && isFunction(Reflect.get(Object(value), 'compile')),
  validators: (value) => value === 'eager' || value === 'lazy',
  unknownArgs: (value) => value === 'reject' || value === 'strip',
  limits: isLimits,
  onHydration: isFunction,
  report: isFunction,
  clock: (value) => isObject(value) && isFunction(Reflect.get(Object(value), 'now')),
  signal: (value) => value instanceof AbortSignal,
};
const known = new Map<string, (value: unknown) => boolean>(Object.entries(checks));

/** What a hydration that is told nothing is told. */
export const noOptions: HydrateOptions = Object.freeze({});

/** Fills in what was left open; throws what is misspelt or of the wrong kind. */
export function toRules(options: HydrateOptions): HydrateRules {
  for (const key in options) {
    const accepts = known.get(key);
    if (accepts === undefined) throw optionInvalid(`unknown option "${key}"`, nearestNames(key, known.keys()));
    const value = options[key as keyof HydrateOptions];
    if (value !== undefined && !accepts(value)) throw optionInvalid(`option "${key}" is of the wrong kind`, []);
  }
  return {
    provider: options.provider ?? 'unknown',
    limits: options.limits === undefined ? argumentLimits : { ...argumentLimits, ...options.limits },
    engine: options.engine ?? helveEngine,
    unknownArgs: options.unknownArgs ?? 'reject',
    repair: options.repair ?? 'off',
    eager: options.validators === 'eager',
    options,
  };
}

function isLimits(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(Object(value) as object).every(
    ([key, limit]) => Object.hasOwn(argumentLimits, key) && Number.isInteger(limit) && Number(limit) > 0,
  );
}

function optionInvalid(problem: string, [nearest]: readonly string[]): ToolError {
  const details = nearest === undefined ? {} : { details: { suggestion: `Did you mean "${nearest}"?` } };
  return agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'hydrate', problem }, details);
}
