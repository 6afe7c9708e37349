import type { Pattern } from '../../pattern/compile-pattern.js';

/** A schema document, or the part of one that an own `$id` sets apart: references without a URI stay inside it. */
export interface Resource {
  readonly uri: string;
  readonly schema: unknown;
  readonly anchors: Map<string, SchemaNode>;
  readonly dynamicAnchors: Map<string, SchemaNode>;
}

/** A schema for the property names that match a pattern. */
export interface PatternMember {
  readonly pattern: Pattern;
  readonly node: SchemaNode;
}

/** The target of a `$dynamicRef`: `target`, or the outermost resource in scope that has the anchor. */
export interface DynamicReference {
  readonly target: SchemaNode;
  readonly candidates: ReadonlyMap<Resource, SchemaNode>;
}

/** One (sub)schema after reading: every keyword typed, every reference a link. Filled by the reader, then only read. */
export class SchemaNode {
  readonly id: number;
  readonly pointer: string;
  readonly resource: Resource;
  /** True for the schema `false`. */
  readonly never: boolean;

  ref: SchemaNode | undefined = undefined;
  dynamicRef: DynamicReference | undefined = undefined;

  allOf: readonly SchemaNode[] | undefined = undefined;
  anyOf: readonly SchemaNode[] | undefined = undefined;
  oneOf: readonly SchemaNode[] | undefined = undefined;
  not: SchemaNode | undefined = undefined;
  /** `if`, `then` and `else`. */
  condition: SchemaNode | undefined = undefined;
  whenMet: SchemaNode | undefined = undefined;
  whenUnmet: SchemaNode | undefined = undefined;
  dependentSchemas: ReadonlyMap<string, SchemaNode> | undefined = undefined;

  properties: ReadonlyMap<string, SchemaNode> | undefined = undefined;
  patternProperties: readonly PatternMember[] | undefined = undefined;
  additionalProperties: SchemaNode | undefined = undefined;
  propertyNames: SchemaNode | undefined = undefined;
  unevaluatedProperties: SchemaNode | undefined = undefined;
  required: readonly string[] | undefined = undefined;
  dependentRequired: ReadonlyMap<string, readonly string[]> | undefined = undefined;
  minProperties: number | undefined = undefined;
  maxProperties: number | undefined = undefined;

  prefixItems: readonly SchemaNode[] | undefined = undefined;
  items: SchemaNode | undefined = undefined;
  contains: SchemaNode | undefined = undefined;
  unevaluatedItems: SchemaNode | undefined = undefined;
  minContains: number | undefined = undefined;
  maxContains: number | undefined = undefined;
  minItems: number | undefined = undefined;
  maxItems: number | undefined = undefined;
  uniqueItems = false;

  types: readonly string[] | undefined = undefined;
  enum: readonly unknown[] | undefined = undefined;
  const: { readonly value: unknown } | undefined = undefined;
  default: { readonly value: unknown } | undefined = undefined;
  minimum: number | undefined = undefined;
  maximum: number | undefined = undefined;
  exclusiveMinimum: number | undefined = undefined;
  exclusiveMaximum: number | undefined = undefined;
  multipleOf: number | undefined = undefined;
  minLength: number | undefined = undefined;
  maxLength: number | undefined = undefined;
  pattern: Pattern | undefined = undefined;
  format: string | undefined = undefined;

  constructor(id: number, pointer: string, resource: Resource, never: boolean) {
    this.id = id;
    this.pointer = pointer;
    this.resource = resource;
    this.never = never;
  }
}
