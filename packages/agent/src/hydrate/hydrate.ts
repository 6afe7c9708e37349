import { isToolError } from '@helve/core';
import type { HydrationResult } from '../contract/hydration.js';
import { thrownText, toolUnusable } from './call-errors.js';
import { Draft, type HydratableCall, type HydrationSetup } from './draft.js';
import { hydrateCall } from './hydrate-call.js';
import { fail } from './hydration-result.js';
import { noOptions, toRules, type HydrateOptions, type HydrateRules } from './hydrate-options.js';
import { monotonicNow, timeOfDay } from './time.js';
import { indexTools, type HydrationTools, type ToolIndex } from './tool-index.js';
import { validatorOf } from './validator/validator-of.js';

/**
 * Creates an instance for each call of a model: one result per call, in order, whatever the model sent.
 * It runs no tool and never throws; invalid options or tools are the error of every call.
 */
export function hydrate(
  calls: readonly HydratableCall[],
  tools: HydrationTools,
  options: HydrateOptions = noOptions,
): Promise<HydrationResult[]> {
  const setup = prepare(tools, options);
  const hydrating = hydrateAll(calls, setup);
  const isQuiet = setup.problem === undefined && options.onHydration === undefined;
  // The common case: nothing was asynchronous, and nobody listens.
  return isQuiet && areThere(hydrating) ? Promise.resolve(hydrating) : finishLater(hydrating, options);
}

function hydrateAll(calls: readonly HydratableCall[], setup: HydrationSetup): Hydrating[] {
  if (calls.length === 1) return [hydrateSafely(calls[0] ?? {}, setup, setup.startedMs)];
  return calls.map((call) => hydrateSafely(call ?? {}, setup, monotonicNow()));
}

async function finishLater(hydrating: Hydrating[], options: HydrateOptions): Promise<HydrationResult[]> {
  const results = await Promise.all(hydrating.map(async (one) => one));
  const { onHydration } = options;
  if (typeof onHydration === 'function') for (const result of results) await notify(options, onHydration, result);
  return results;
}

type Hydrating = HydrationResult | Promise<HydrationResult>;

function areThere(hydrating: Hydrating[]): hydrating is HydrationResult[] {
  for (const one of hydrating) if (one instanceof Promise) return false;
  return true;
}

/** Prepares the data that all calls share; a problem with it is the problem of each. */
function prepare(tools: HydrationTools, options: HydrateOptions): HydrationSetup {
  try {
    const rules = options === noOptions ? defaultRules : toRules(options);
    const index = indexTools(tools, options.names);
    if (rules.eager) for (const tool of index.tools) compileNow(tool, rules);
    const startedMs = monotonicNow();
    return { rules, index, startedMs, at: timeOfDay(options, startedMs), problem: undefined };
  } catch (thrown) {
    const startedMs = monotonicNow();
    const at = timeOfDay(noOptions, startedMs);
    return { rules: defaultRules, index: noTools, startedMs, at, problem: { thrown } };
  }
}

const noTools: ToolIndex = Object.freeze({ tools: [], byName: new Map(), registryVersion: undefined });
const defaultRules = toRules(noOptions);

/** Compiles a validator; a schema that cannot be compiled is the error of the calls of its tool alone. */
function compileNow(tool: ToolIndex['tools'][number], rules: HydrateRules): void {
  if (tool.problem !== undefined || tool.record.noSchemaMode !== undefined) return;
  try {
    validatorOf(tool, rules, 'decoration');
  } catch {
    // It fails again, and is reported, when the tool is called.
  }
}

function hydrateSafely(call: HydratableCall, setup: HydrationSetup, startedMs: number): Hydrating {
  if (setup.problem !== undefined) return failAnyway(call, setup, setup.problem.thrown);
  try {
    const result = hydrateCall(call, setup, startedMs);
    return result instanceof Promise ? result.catch((thrown: unknown) => failAnyway(call, setup, thrown)) : result;
  } catch (thrown) {
    return failAnyway(call, setup, thrown);
  }
}

/**
 * Fails a call for an unforeseen cause: a schema that cannot be compiled, a validator that throws, an unreadable call.
 */
function failAnyway(call: HydratableCall, setup: HydrationSetup, thrown: unknown): HydrationResult {
  const safe = readable(call);
  const failure = { cause: 'syntax', problem: 'they were not read', pointer: '' } as const;
  const form = typeof safe.args === 'string' ? 'string' : 'object';
  const draft = new Draft(safe, setup, { ok: false, form, tolerated: [], failure }, monotonicNow());
  const problem = () => (isToolError(thrown) ? thrown : toolUnusable(draft.name, thrown));
  const message = isToolError(thrown) ? thrown.message : `Cannot hydrate the call: ${thrownText(thrown)}`;
  return fail(draft, [{ stage: draft.found === undefined ? 'instantiate' : 'validate', message }], problem);
}

/** Reads the fields of a call; one whose getters throw counts as empty. */
function readable(call: HydratableCall): HydratableCall {
  try {
    const { id, name, args, raw } = call;
    return { args, raw, ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) };
  } catch {
    return {};
  }
}

async function notify(
  { report }: HydrateOptions,
  onHydration: (result: HydrationResult) => unknown,
  result: HydrationResult,
): Promise<void> {
  try {
    await onHydration(result);
  } catch (thrown) {
    try {
      report?.(thrown, result);
    } catch {
      // The reporter itself failed: nobody is left to notify.
    }
  }
}
