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

/** Converts arguments in a provider's form back to those of the tool. */
export type RestoreArguments = (
  plan: RestorePlan,
  value: unknown,
) => { readonly value: unknown; readonly restored: Provenance['restored'] };

/** Options of hydration. */
export interface HydrateOptions {
  /** The sender of the calls, for provenance. */
  readonly provider?: string | undefined;
  /** The provider's name for each tool, by tool id. */
  readonly names?: NameMap | undefined;
  /** Changes to undo in the arguments of each tool, by tool id. */
  readonly restore?: Readonly<Record<string, RestorePlan>> | undefined;
  /** Replaces Helve's own way to undo them. */
  readonly restoreArguments?: RestoreArguments | undefined;
  /** Digests of the definitions that were sent to the model, by tool id. Default: those of the plain definitions. */
  readonly definitionDigests?: Readonly<Record<string, string>> | undefined;
  readonly responseId?: string | undefined;
  /** Default: `off`. */
  readonly repair?: RepairMode | undefined;
  readonly engine?: ValidatorEngine | undefined;
  /** `eager` compiles the validators of all tools at once, `lazy` each at its first use. */
  readonly validators?: 'eager' | 'lazy' | undefined;
  /** Policy for unknown arguments. Default: `reject`. */
  readonly unknownArgs?: UnknownArgs | undefined;
  readonly limits?: Partial<ArgumentLimits> | undefined;
  /** Receives every result, failures too, in the order of the calls; a promise is awaited. */
  readonly onHydration?: ((result: HydrationResult) => unknown) | undefined;
  /** Receives errors that `onHydration` throws; the results stand. */
  readonly report?: ((thrown: unknown, result: HydrationResult) => void) | undefined;
  readonly clock?: Pick<Clock, 'now'> | undefined;
  /** Cancels a slow repair. */
  readonly signal?: AbortSignal | undefined;
}

/** The options with all defaults filled in. */
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

/** The default options. */
export const noOptions: HydrateOptions = Object.freeze({});

/** Fills in defaults; throws for misspelt options and values of the wrong kind. */
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
