import type { JsonSchemaObject } from '@helve/core';
import type { ToolMeta } from './meta.js';

/** Which locale of a run a parameter names. */
export type LocaleRole = 'source' | 'target' | 'first' | 'second' | 'list';

/** Kinds of things that a project names in its config; callers use the name, never the thing itself. */
export type NamedKind = 'models' | 'credentials' | 'endpoints' | 'programs' | 'vaults';

/** The schema of one parameter, with what forms and checks want to know. */
export interface PropertySchema extends JsonSchemaObject {
  readonly 'x-widget'?: string;
  readonly 'x-visible-if'?: { readonly [property: string]: unknown };
  readonly 'x-path'?: 'in' | 'out';
  readonly 'x-secret'?: boolean;
  /** The value is the name of something that the config of the project holds; with `preset`, only the config sets it. */
  readonly 'x-config'?: NamedKind | 'preset';
  /** The value is the id of a tool record, which is called as its caller may call it. */
  readonly 'x-calls'?: true;
  readonly 'x-locale'?: LocaleRole;
}

/** Parameters that belong together, for forms and help; groups and their parameters begin with the most used. */
export interface ParameterGroup {
  readonly id: string;
  readonly title: string;
  readonly properties: readonly string[];
}

/** Identity of a step in the system that it comes from, for tools that wrap steps of another one. */
export interface StepMeta {
  /** Name of the system, such as `okapi`. */
  readonly system: string;
  /** Name of the step there. */
  readonly step: string;
  readonly version?: string;
}

/** The parameters of a tool or format: JSON Schema 2020-12, closed, with every default in it. */
export interface ComponentSchema extends JsonSchemaObject {
  readonly $id: string;
  readonly $version: string;
  readonly title: string;
  readonly description: string;
  readonly type: 'object';
  readonly properties: { readonly [name: string]: PropertySchema };
  readonly required?: readonly string[];
  readonly additionalProperties: false;
  readonly toolMeta?: ToolMeta;
  readonly stepMeta?: StepMeta;
  readonly 'ui:groups'?: readonly ParameterGroup[];
}
