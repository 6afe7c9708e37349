import {
  frozenCopy,
  isPlainObject,
  type Issue,
  type JsonSchema,
  type JsonSchemaObject,
  pointerTo,
  toJsonSchema,
  type ToolSchema,
} from '@helve/core';
import type { ComponentSchema, ParameterGroup, PropertySchema, StepMeta } from '../contract/component-schema.js';
import type { ToolMeta } from '../contract/meta.js';
import { flowErrors } from '../flow-errors.js';

/** Options for a tool's parameters besides their schema. */
export interface SchemaOptions {
  readonly title?: string;
  readonly description?: string;
  readonly groups?: readonly ParameterGroup[];
  readonly stepMeta?: StepMeta;
  /** More keywords of single parameters, for schemas that cannot carry them. */
  readonly properties?: { readonly [name: string]: Partial<PropertySchema> };
}

type Refine = (value: unknown) => readonly Issue[];

/** Checks of a schema library beyond its JSON Schema (refinements), by component schema. */
const refinements = new WeakMap<ComponentSchema, Refine>();

/** The parameters of a tool, from zod or any Standard Schema library or from JSON Schema: closed, frozen, with its contract. */
export function schemaFrom(schema: ToolSchema, meta: ToolMeta, options: SchemaOptions = {}): ComponentSchema {
  const derived = toJsonSchema(schema, 'input');
  const { $id: _id, $schema: _schema, title: _title, description: _description, ...rest } = derived;
  const component = frozenCopy<ComponentSchema>({
    $id: `helve:tool/${meta.id}`,
    $version: meta.version,
    title: options.title ?? meta.displayName,
    description: options.description ?? meta.description,
    ...rest,
    type: 'object',
    properties: withKeywords(derived, options, meta.id),
    additionalProperties: false,
    toolMeta: meta,
    ...(options.stepMeta === undefined ? {} : { stepMeta: options.stepMeta }),
    ...(options.groups === undefined ? {} : { 'ui:groups': options.groups }),
  });
  assertNoSecretDefault(component, meta.id);
  const check = toRefinement(schema);
  if (check !== undefined) refinements.set(component, check);
  return component;
}

/** Runs the author's own schema on a config that fits the JSON Schema. */
export function refine(schema: ComponentSchema, config: unknown): readonly Issue[] {
  return refinements.get(schema)?.(config) ?? [];
}

function withKeywords(
  derived: JsonSchemaObject,
  { properties = {} }: SchemaOptions,
  tool: string,
): { [name: string]: PropertySchema } {
  const declared = derived.properties ?? {};
  const stray = Object.keys(properties).find((name) => !Object.hasOwn(declared, name));
  if (stray !== undefined) refuse(tool, `its schema has no parameter "${stray}"`);
  return Object.fromEntries(
    Object.entries(declared).map(([name, property]) => [
      name,
      { ...close(typeof property === 'boolean' ? {} : property), ...properties[name] },
    ]),
  );
}

/** Closes objects inside a parameter too, unless the author allows other members. */
function close(schema: JsonSchemaObject): JsonSchemaObject {
  const closed: Record<string, unknown> = { ...schema };
  for (const keyword of ['items', 'additionalProperties'] as const) {
    const below = schema[keyword];
    if (isPlainObject(below)) closed[keyword] = close(below);
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (branches !== undefined) closed[keyword] = branches.map(closeAny);
  }
  if (schema.properties === undefined) return closed;
  const members = Object.entries(schema.properties).map(([name, member]) => [name, closeAny(member)]);
  return { additionalProperties: false, ...closed, properties: Object.fromEntries(members) };
}

function closeAny(schema: JsonSchema): JsonSchema {
  return typeof schema === 'boolean' ? schema : close(schema);
}

function assertNoSecretDefault(schema: ComponentSchema, tool: string): void {
  const [name] =
    Object.entries(schema.properties).find(
      ([, property]) => property['x-secret'] === true && property.default !== undefined,
    ) ?? [];
  if (name !== undefined) refuse(tool, `the secret "${name}" has a default`);
}

function refuse(name: string, problem: string): never {
  throw flowErrors.create('FLOW_REGISTRATION', { name, problem });
}

/** The parts of the Standard Schema interface that are needed here. */
interface StandardCheck {
  readonly '~standard': {
    validate(value: unknown): unknown;
  };
}

function toRefinement(schema: ToolSchema): Refine | undefined {
  if (!isStandardCheck(schema)) return undefined;
  return (value) => {
    const verdict = schema['~standard'].validate(value);
    if (verdict instanceof Promise) {
      return [{ pointer: '', keyword: 'refine', message: 'The schema decides later, but a config is checked at once' }];
    }
    return toIssues(verdict);
  };
}

function isStandardCheck(schema: object): schema is StandardCheck {
  const props: unknown = Reflect.get(schema, '~standard');
  return typeof props === 'object' && props !== null && typeof Reflect.get(props, 'validate') === 'function';
}

function toIssues(verdict: unknown): Issue[] {
  const issues: unknown = isPlainObject(verdict) ? verdict['issues'] : undefined;
  if (!Array.isArray(issues)) return [];
  return issues.map((issue: { message: string; path?: readonly unknown[] }) => ({
    pointer: pointerTo('', ...(issue.path ?? []).map(toKey)),
    keyword: 'refine',
    message: issue.message,
  }));
}

function toKey(key: unknown): string {
  return String(isPlainObject(key) ? key['key'] : key);
}
