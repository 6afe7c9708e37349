import {
  compileInputAcceptor,
  compileJsonSchema,
  deepFreeze,
  toJsonSchema,
  andThen,
  type CheckResult,
  type CompiledSchema,
  type InputVerdict,
  type ToolRecord,
  type UnknownArgs,
} from '@helve/core';
import type { FoundTool } from '../tool-index.js';
import { attachedTo, type AttachedValidator, type CompiledAt, type ValidatorIdentity } from './attach-validator.js';
import { helveEngine, type Validate, type ValidatorEngine, type Verdict } from './validator-engine.js';

/** A compiled validator with its identity. */
export interface Validator extends ValidatorIdentity {
  readonly name: string;
  readonly compiledAt: CompiledAt;
  /** Checks a value, and also gives the arguments that the call, which checks the schema itself, starts from. */
  readonly check: (value: unknown) => InputVerdict | Promise<InputVerdict>;
}

/** Settings by which validators are chosen. */
export interface ValidatorChoice {
  readonly engine: ValidatorEngine;
  readonly unknownArgs: UnknownArgs;
}

/** A cached validator, with the settings it was made for. */
export interface KeptValidator extends ValidatorChoice {
  readonly attached: AttachedValidator | undefined;
  readonly validator: Validator;
}

const MAX_KEPT = 8;

/**
 * Returns the validator of a tool: the attached one, else that of its own schema library or of the engine, compiled
 * once.
 */
export function validatorOf(found: FoundTool, choice: ValidatorChoice, compiledAt: CompiledAt): Validator {
  const { record, target, validators } = found;
  const { engine, unknownArgs } = choice;
  const attached = attachedTo(target) ?? attachedTo(record);
  for (const cached of validators) {
    if (cached.engine === engine && cached.unknownArgs === unknownArgs && cached.attached === attached)
      return cached.validator;
  }
  const made = attached === undefined ? compile(record, choice, compiledAt) : adopt(record, attached, unknownArgs);
  const validator = Object.freeze(made);
  validators.length = Math.min(validators.length, MAX_KEPT - 1);
  validators.unshift({ engine, unknownArgs, attached, validator });
  return validator;
}

function adopt(record: ToolRecord, { validate, ...identity }: AttachedValidator, unknownArgs: UnknownArgs): Validator {
  return { ...identity, check: closed(record, unknownArgs, validate) };
}

function compile(record: ToolRecord, { engine, unknownArgs }: ValidatorChoice, compiledAt: CompiledAt): Validator {
  const { name, version } = engine;
  if (engine !== helveEngine) {
    const validate = engine.compile(toJsonSchema(record.inputSchema, 'input'));
    return { name, version, compiledAt, check: closed(record, unknownArgs, validate) };
  }
  // The check of the call itself: what it accepts here is not checked again.
  const check = compileInputAcceptor(record, unknownArgs);
  return { ...(findLibrary(record.inputSchema) ?? { name, version }), compiledAt, check };
}

/** Combines the verdict of a foreign validator with the check for unknown names. */
function closed(record: ToolRecord, unknownArgs: UnknownArgs, validate: Validate): Validator['check'] {
  const shape = compileShape(record, unknownArgs);
  return (value) => {
    const fit = shape.check(value);
    const checked = fit.ok && fit.stripped.length > 0 ? fit.value : value;
    return andThen(validate(checked), (verdict) => settle(verdict, fit, checked));
  };
}

/** Starts the call from the validator's own value, since nobody else can make it. */
function settle(verdict: Verdict, fit: CheckResult, checked: unknown): InputVerdict {
  const unknown = fit.ok ? [] : fit.issues.filter(({ keyword }) => keyword === 'additionalProperties');
  if (verdict.ok && unknown.length === 0) {
    const value = deepFreeze(verdict.value ?? checked);
    return { ok: true, input: value, value, stripped: fit.ok ? fit.stripped : [] };
  }
  const reported = verdict.ok ? [] : (verdict.issues ?? []);
  const known = new Set(reported.map(({ pointer }) => pointer));
  const issues = [...reported, ...unknown.filter(({ pointer }) => !known.has(pointer))];
  const silent = { pointer: '', keyword: 'schema', message: 'The validator rejected the value without a reason' };
  return { ok: false, issues: issues.length === 0 ? [silent] : issues };
}

function compileShape(record: ToolRecord, unknown: UnknownArgs): CompiledSchema {
  return compileJsonSchema(toJsonSchema(record.inputSchema, 'input'), { unknown, defaults: true });
}

/** Returns the library behind a Standard Schema; undefined for a plain JSON Schema. */
function findLibrary(
  schema: ToolRecord['inputSchema'],
): { readonly name: string; readonly version: string } | undefined {
  if (!('~standard' in schema) || typeof schema['~standard'] !== 'object' || schema['~standard'] === null)
    return undefined;
  const vendor: unknown = Reflect.get(schema['~standard'], 'vendor');
  const version: unknown = Reflect.get(schema['~standard'], 'version');
  return { name: String(vendor), version: `standard-schema ${String(version)}` };
}
