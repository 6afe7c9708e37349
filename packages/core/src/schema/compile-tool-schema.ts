import { toPointer } from '../json/pointer.js';
import type { StandardSchemaV1 } from '@standard-schema/spec';

import { andThen, type MaybePromise } from '../async/maybe-promise.js';
import type { Issue } from '../contract/issue.js';
import type { StandardProps, ToolSchema } from '../contract/schema.js';
import { coreErrors } from '../errors/core-errors.js';
import {
  compileJsonSchema,
  JsonSchemaError,
  type CheckResult,
  type CompiledSchema,
} from './json-schema/compile-json-schema.js';
import type { Fits } from './json-schema/rule/rule.js';
import { copyJson } from '../json/copy-json.js';
import { isStandardSchema, standardOf, toJsonSchema, type SchemaSide } from './to-json-schema.js';

/** The treatment of arguments that a tool does not know. */
export type UnknownArgs = 'reject' | 'strip';

/** Checks one value; a promise only where the author's library needs one. */
export interface SchemaCheck {
  (value: unknown): MaybePromise<CheckResult>;
  /** The common case, asked first: true if a value surely fits as it is. */
  readonly fitsPlainly?: Fits | undefined;
}

const inputChecks = { reject: new WeakMap<ToolSchema, SchemaCheck>(), strip: new WeakMap<ToolSchema, SchemaCheck>() };

/** The check of a tool's input: unknown arguments are refused or dropped, defaults go into a copy. One for each schema. */
export function compileInputCheck(schema: ToolSchema, unknown: UnknownArgs): SchemaCheck {
  const known = inputChecks[unknown].get(schema);
  if (known !== undefined) return known;
  const check = makeInputCheck(schema, unknown);
  inputChecks[unknown].set(schema, check);
  return check;
}

function makeInputCheck(schema: ToolSchema, unknown: UnknownArgs): SchemaCheck {
  if (isStandardSchema(schema)) return standardCheck(standardOf(schema), compile(schema, 'input', unknown, false));
  const { check, fitsPlainly } = compile(schema, 'input', unknown, true);
  const checkCopy = (value: unknown): CheckResult => {
    const result = check(value);
    // A copy, since hooks and tools may change their input, and the caller's object is not theirs.
    return result.ok ? { ok: true, value: copyJson(result.value), stripped: result.stripped } : result;
  };
  return Object.assign(checkCopy, { fitsPlainly });
}

/** The check of a tool's output: what the schema does not declare is left out. */
export function compileOutputCheck(schema: ToolSchema): SchemaCheck {
  const compiled = compile(schema, 'output', 'strip', false);
  if (isStandardSchema(schema)) return standardCheck(standardOf(schema), compiled);
  return Object.assign((value: unknown) => compiled.check(value), { fitsPlainly: compiled.fitsPlainly });
}

function compile(schema: ToolSchema, side: SchemaSide, unknown: UnknownArgs, defaults: boolean): CompiledSchema {
  try {
    const sparesBacktracking = isStandardSchema(schema);
    return compileJsonSchema(toJsonSchema(schema, side), { unknown, defaults, sparesBacktracking });
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error;
    throw coreErrors.create('CALL_SCHEMA_INVALID', { side, problem: error.message }, { cause: error });
  }
}

/**
 * The author's library decides, since it knows refinements and coercions that JSON Schema cannot say.
 * The JSON Schema adds what libraries leave out: unknown names are noticed, and issues say what would be allowed.
 */
function standardCheck({ validate }: StandardProps, shape: CompiledSchema): SchemaCheck {
  return (value) => {
    const fit = shape.check(value);
    if (!fit.ok && fit.issues.some(({ keyword }) => keyword === 'time')) return fit;
    // A copy, since libraries hand on what they do not look into, and a tool may change its input.
    const verdict = validate(copyJson(fit.ok ? fit.value : value));
    return andThen(verdict, (done) => settle(done, fit));
  };
}

function settle(verdict: StandardSchemaV1.Result<unknown>, fit: CheckResult): CheckResult {
  if (verdict.issues !== undefined) return { ok: false, issues: mergeIssues(verdict.issues, fit) };
  if (fit.ok) return { ok: true, value: verdict.value, stripped: fit.stripped };
  const unknown = fit.issues.filter((issue) => issue.keyword === 'additionalProperties');
  return unknown.length > 0 ? { ok: false, issues: unknown } : { ok: true, value: verdict.value, stripped: [] };
}

function mergeIssues(said: readonly StandardSchemaV1.Issue[], fit: CheckResult): Issue[] {
  const issues = fit.ok ? [] : [...fit.issues];
  const covered = new Set(issues.map((issue) => issue.pointer));
  for (const issue of said) {
    const pointer = toPointer((issue.path ?? []).map(toKey));
    if (!covered.has(pointer)) issues.push({ pointer, keyword: 'schema', message: issue.message });
  }
  return issues;
}

function toKey(segment: PropertyKey | StandardSchemaV1.PathSegment): string {
  return String(typeof segment === 'object' ? segment.key : segment);
}
