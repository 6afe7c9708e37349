import type { ToolComponent, ToolError, ToolRecord } from '@helve/core';
import type { HydrationError, HydrationResult } from '../contract/hydration.js';
import type { Draft } from './draft.js';
import { keepHydrationState } from './hydration-state.js';
import { toPlainJson } from './plain-json.js';
import { toProvenance } from './provenance.js';
import { absentTool, type FoundTool } from './tool-index.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Result with an instance, the arguments that the call starts from, and those the instance was made with. */
export function succeed(
  draft: Draft,
  { record, target }: FoundTool,
  tool: ToolComponent,
  args: unknown,
  input: unknown,
): HydrationResult {
  const { noSchemaMode } = record;
  const result: Mutable<HydrationResult> = {
    tool,
    success: true,
    validated: noSchemaMode === undefined,
    provenance: toProvenance(draft, validatedJson(draft, args, input)),
  };
  if (draft.repair !== undefined) result.untrusted = true;
  if (noSchemaMode !== undefined) result.noSchemaMode = noSchemaMode;
  const { unknownArgs } = draft.setup.rules;
  keepHydrationState(result, { record, target, args, input, unknownArgs, problem: undefined, isAbsent: false });
  return Object.freeze(result);
}

/** Result with every reason why there is no instance. */
export function fail(
  draft: Draft,
  errors: readonly HydrationError[],
  problem: () => ToolError,
  args?: unknown,
): HydrationResult {
  const { found, parsed } = draft;
  const result: Mutable<HydrationResult> = {
    success: false,
    validated: false,
    errors: Object.freeze(errors.map((error) => Object.freeze(error))),
    provenance: toProvenance(draft),
  };
  const noSchemaMode = found?.record.noSchemaMode;
  if (noSchemaMode !== undefined) result.noSchemaMode = noSchemaMode;
  const input = args ?? (parsed.ok ? parsed.value : draft.originalRawArgs);
  const record = found?.record ?? standIn(draft.name);
  const { unknownArgs } = draft.setup.rules;
  const isAbsent = found === undefined;
  keepHydrationState(result, { record, target: undefined, args: input, input, unknownArgs, problem, isAbsent });
  return Object.freeze(result);
}

function standIn(called: string): ToolRecord {
  const name = called.slice(0, 128).toWellFormed();
  return absentTool(name === '' ? 'unknown' : name);
}

/** Returns the very object where it certainly is JSON, else a description of it. */
function validatedJson({ parsed, validator, repair, setup }: Draft, args: unknown, input: unknown): unknown {
  const isJson = input === args && repair === undefined && parsed.ok && !parsed.hasLargeNumbers;
  if (isJson || (validator?.name === 'helve' && parsed.ok && !parsed.hasLargeNumbers)) return input;
  return toPlainJson(input, setup.rules.limits.maxBytes);
}
