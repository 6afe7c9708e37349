import type { Json } from '../contract/json.js';
import type { ToolPolicy } from '../contract/policy.js';
import type { JsonSchemaObject, JsonSchemaValue } from '../contract/schema.js';
import type { NoSchemaMode } from '../contract/tool.js';

/** Parameters in short form: the properties themselves, beside a list of those that are required. */
export interface ShortParameters {
  readonly [name: string]: JsonSchemaObject | readonly string[];
}

/** The definition that `@Tool` gives a class: the one source for validation, providers and audit. */
export interface ToolDefinition {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonSchemaObject | ShortParameters;
  readonly strict?: boolean;
  readonly allowNoSchema?: boolean;
  readonly noSchemaMode?: NoSchemaMode;
  readonly policy?: Partial<ToolPolicy>;
  readonly tags?: readonly string[];
  readonly annotations?: { readonly [key: string]: Json };
}

const keys: { readonly [K in keyof Required<ToolDefinition>]: true } = {
  type: true,
  name: true,
  description: true,
  parameters: true,
  strict: true,
  allowNoSchema: true,
  noSchemaMode: true,
  policy: true,
  tags: true,
  annotations: true,
};

/** The fields that mean something to Helve; others are kept and noted. */
export const toolDefinitionKeys: ReadonlySet<string> = new Set(Object.keys(keys));

/** The type of the argument that `run` gets, from a definition written `as const`. */
export type ToolArgs<Definition> = Definition extends { readonly parameters: infer P }
  ? P extends { readonly type: string } | { readonly properties: object }
    ? JsonSchemaValue<P>
    : JsonSchemaValue<LongForm<P>>
  : unknown;

type LongForm<P> = {
  readonly type: 'object';
  readonly properties: { readonly [K in keyof P as P[K] extends readonly unknown[] ? never : K]: P[K] };
  readonly required: P extends { readonly required: infer R } ? R : readonly [];
};
