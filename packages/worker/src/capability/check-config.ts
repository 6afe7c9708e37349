import {
  type CheckResult,
  compileJsonSchema,
  isPlainObject,
  type Issue,
  type JsonSchemaObject,
  type ToolSchema,
  toPointer,
} from '@helve/core';
import { CapabilityConfigError } from '../error/input-errors.js';
import { configJsonSchema } from './config-schema.js';
import type { Config } from './tool-capability.js';

export interface ConfigCheckOptions {
  /** Refuses unknown keys; false drops and reports them. */
  readonly strict?: boolean | undefined;
  /** Name for error messages. */
  readonly capabilityName?: string | undefined;
  readonly configClassName?: string | undefined;
}

/** A valid configuration with the defaults of its schema filled in. */
export interface CheckedConfig {
  readonly config: Config;
  /** JSON pointers of the dropped keys. */
  readonly dropped: readonly string[];
}

/** Validates a whole configuration; throws a `CapabilityConfigError` that points at every wrong field. */
export async function checkConfig(
  schema: ToolSchema,
  value: unknown,
  options: ConfigCheckOptions = {},
): Promise<CheckedConfig> {
  const fit = toShape(schema, options.strict ?? true).check(value ?? {});
  if (!fit.ok) throw configError(fit.issues, options);
  if (!isPlainObject(fit.value))
    throw configError([{ pointer: '', keyword: 'type', message: 'is not an object' }], options);
  const issues = await authorsIssues(schema, fit.value);
  if (issues.length > 0) throw configError(issues, options);
  return { config: fit.value as Config, dropped: fit.stripped };
}

type Shape = { check(value: unknown): CheckResult };
const shapes = { strict: new WeakMap<object, Shape>(), loose: new WeakMap<object, Shape>() };

function toShape(schema: ToolSchema, strict: boolean): Shape {
  const known = shapes[strict ? 'strict' : 'loose'];
  const shape = known.get(schema) ?? compileShape(configJsonSchema(schema), strict);
  known.set(schema, shape);
  return shape;
}

function compileShape(schema: JsonSchemaObject, strict: boolean): Shape {
  return compileJsonSchema(schema, { unknown: strict ? 'reject' : 'strip', defaults: true });
}

interface Validator {
  validate(value: unknown): unknown;
}

/**
 * Returns issues from the author's schema library: refinements that JSON Schema cannot express. Its conversions are
 * left to the capability.
 */
async function authorsIssues(schema: ToolSchema, value: unknown): Promise<Issue[]> {
  const standard: unknown = '~standard' in schema ? schema['~standard'] : undefined;
  if (!isValidator(standard)) return [];
  const verdict = await standard.validate(value);
  const issues: unknown = isPlainObject(verdict) || Array.isArray(verdict) ? Reflect.get(verdict, 'issues') : undefined;
  return Array.isArray(issues) ? issues.map(toIssue) : [];
}

function isValidator(value: unknown): value is Validator {
  return typeof value === 'object' && value !== null && 'validate' in value && typeof value.validate === 'function';
}

function toIssue(issue: { readonly message?: unknown; readonly path?: readonly unknown[] }): Issue {
  const keys = (issue.path ?? []).map((part) => (isPlainObject(part) ? part['key'] : part));
  return { pointer: toPointer(keys.map(String)), keyword: 'schema', message: String(issue.message) };
}

function configError(issues: readonly Issue[], options: ConfigCheckOptions): CapabilityConfigError {
  const { capabilityName, configClassName } = options;
  const who = capabilityName === undefined ? 'a capability' : `"${capabilityName}"`;
  const problems = issues.map(({ pointer, message }) => `${pointer === '' ? 'it' : pointer} ${message}`);
  return new CapabilityConfigError(`Cannot configure ${who}: ${problems.join('; ')}`, {
    fieldsInvalid: [...new Set(issues.map(({ pointer }) => pointer))],
    capabilityName,
    configClassName,
  });
}
