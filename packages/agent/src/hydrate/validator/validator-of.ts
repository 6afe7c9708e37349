import {
  compileInputAcceptor,
  compileJsonSchema,
  deepFreeze,
  toJsonSchema,
  type CheckResult,
  type CompiledSchema,
  type InputVerdict,
  type ToolRecord,
  type UnknownArgs,
} from '@helve/core';
import type { FoundTool } from '../tool-index.js';
import { attachedTo, type AttachedValidator, type CompiledAt, type ValidatorIdentity } from './attach-validator.js';
import { helveEngine, type Validate, type ValidatorEngine, type Verdict } from './validator-engine.js';

/** A validator that is ready: who it is, and its check. */
export interface Validator extends ValidatorIdentity {
  readonly name: string;
  readonly compiledAt: CompiledAt;
  /** Says also what the call line, which asks the schema itself, starts from. */
  readonly check: (value: unknown) => InputVerdict | Promise<InputVerdict>;
}

/** How validators are chosen. */
export interface ValidatorChoice {
  readonly engine: ValidatorEngine;
  readonly unknownArgs: UnknownArgs;
}

/** A validator, and for whom it was made. */
export interface KeptValidator extends ValidatorChoice {
  readonly attached: AttachedValidator | undefined;
  readonly validator: Validator;
}

const MAX_KEPT = 8;

/** The validator of a tool: the attached one, else that of its own schema library or of the engine, compiled once. */
export function validatorOf(found: FoundTool, choice: ValidatorChoice, compiledAt: CompiledAt): Validator {
  const { record, target, validators } = found;
  const { engine, unknownArgs } = choice;
  const attached = attachedTo(target) ?? attachedTo(record);
  for (const kept of validators) {
    if (kept.engine === engine && kept.unknownArgs === unknownArgs && kept.attached === attached) return kept.validator;
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
  // The call line's own check: what it takes here, it does not look at again.
  const check = compileInputAcceptor(record, unknownArgs);
  return { ...(libraryOf(record.inputSchema) ?? { name, version }), compiledAt, check };
}

/** What a foreign validator says, and that unknown names are noticed whatever it thinks of them. */
function closed(record: ToolRecord, unknownArgs: UnknownArgs, validate: Validate): Validator['check'] {
  const shape = compileShape(record, unknownArgs);
  return (value) => {
    const fit = shape.check(value);
    const checked = fit.ok && fit.stripped.length > 0 ? fit.value : value;
    const verdict = validate(checked);
    return verdict instanceof Promise
      ? verdict.then((late) => settle(late, fit, checked))
      : settle(verdict, fit, checked);
  };
}

/** The line starts from what the validator made of it, since nobody else knows how to make it. */
function settle(verdict: Verdict, fit: CheckResult, checked: unknown): InputVerdict {
  const unknown = fit.ok ? [] : fit.issues.filter(({ keyword }) => keyword === 'additionalProperties');
  if (verdict.ok && unknown.length === 0) {
    const value = deepFreeze(verdict.value ?? checked);
    return { ok: true, input: value, value, stripped: fit.ok ? fit.stripped : [] };
  }
  const said = verdict.ok ? [] : (verdict.issues ?? []);
  const known = new Set(said.map(({ pointer }) => pointer));
  const issues = [...said, ...unknown.filter(({ pointer }) => !known.has(pointer))];
  const silent = { pointer: '', keyword: 'schema', message: 'The validator refuses the value and does not say why' };
  return { ok: false, issues: issues.length === 0 ? [silent] : issues };
}

function compileShape(record: ToolRecord, unknown: UnknownArgs): CompiledSchema {
  return compileJsonSchema(toJsonSchema(record.inputSchema, 'input'), { unknown, defaults: true });
}

/** The library behind a Standard Schema; undefined for a plain JSON Schema. */
function libraryOf(schema: ToolRecord['inputSchema']): { readonly name: string; readonly version: string } | undefined {
  if (!('~standard' in schema) || typeof schema['~standard'] !== 'object' || schema['~standard'] === null)
    return undefined;
  const vendor: unknown = Reflect.get(schema['~standard'], 'vendor');
  const version: unknown = Reflect.get(schema['~standard'], 'version');
  return { name: String(vendor), version: `standard-schema ${String(version)}` };
}
