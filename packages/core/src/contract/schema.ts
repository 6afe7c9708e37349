import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';

export type JsonSchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** A JSON Schema 2020-12 object. */
export interface JsonSchemaObject {
  readonly type?: JsonSchemaType | readonly JsonSchemaType[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly format?: string;
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  readonly [keyword: string]: unknown;
}

/** A JSON Schema 2020-12: an object, or a boolean where one may stand. */
export type JsonSchema = boolean | JsonSchemaObject;

/**
 * A schema of any Standard Schema library that can also give its JSON Schema: zod 4, arktype, valibot with its converter.
 * Typed no further on purpose: looking inside would make the compiler work out every type of every schema twice.
 */
export interface StandardToolSchema {
  readonly '~standard': unknown;
}

/** The properties under `~standard`. */
export type StandardProps = StandardSchemaV1.Props & StandardJSONSchemaV1.Props;

/** A schema as an author may write it: `inputSchema` or `outputSchema`. */
export type ToolSchema = StandardToolSchema | JsonSchemaObject;

/** The value before a schema has checked it: what a caller sends, what a handler returns. */
export type SchemaInput<S> = S extends { readonly _zod: { readonly input: infer Input } }
  ? Input
  : S extends { readonly '~standard': { readonly types?: infer Types } }
    ? TypeOf<Types, 'input'>
    : JsonSchemaValue<S>;

/** The value after a schema has checked it, defaults filled in. */
export type SchemaOutput<S> = S extends { readonly _zod: { readonly output: infer Output } }
  ? Output
  : S extends { readonly '~standard': { readonly types?: infer Types } }
    ? TypeOf<Types, 'output'>
    : JsonSchemaValue<S>;

// zod is asked first and directly: it costs the compiler a third of the way through `~standard`.
type TypeOf<Types, Side extends 'input' | 'output'> =
  NonNullable<Types> extends { readonly [K in Side]: infer T } ? T : unknown;

interface JsonTypes {
  null: null;
  boolean: boolean;
  integer: number;
  number: number;
  string: string;
}

/** The TypeScript type of a JSON Schema written as a literal; `unknown` where the literal does not say. */
export type JsonSchemaValue<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer B)[] }
      ? JsonSchemaValue<B>
      : S extends { readonly oneOf: readonly (infer B)[] }
        ? JsonSchemaValue<B>
        : S extends { readonly type: readonly (infer T)[] }
          ? ValueOfType<T, S>
          : S extends { readonly type: infer T }
            ? ValueOfType<T, S>
            : S extends { readonly properties: object }
              ? ObjectValue<S>
              : unknown;

type ValueOfType<T, S> = T extends keyof JsonTypes
  ? JsonTypes[T]
  : T extends 'array'
    ? ArrayValue<S>
    : T extends 'object'
      ? ObjectValue<S>
      : unknown;

type ArrayValue<S> = S extends { readonly items: infer I } ? JsonSchemaValue<I>[] : unknown[];

type ObjectValue<S> = S extends { readonly properties: infer P }
  ? { [K in keyof P as K extends RequiredNames<S> ? K : never]: JsonSchemaValue<P[K]> } & {
      [K in keyof P as K extends RequiredNames<S> ? never : K]?: JsonSchemaValue<P[K]>;
    }
  : S extends { readonly additionalProperties: infer A }
    ? Record<string, JsonSchemaValue<A>>
    : Record<string, unknown>;

type RequiredNames<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;
