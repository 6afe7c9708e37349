import { compileJsonSchema, type Issue, type JsonSchemaObject } from '@helve/core';

/** What a validator says of a value. */
export interface Verdict {
  readonly ok: boolean;
  /** What to go on with; the value itself where it is absent. */
  readonly value?: unknown;
  readonly issues?: readonly Issue[];
}

/** Checks one value against the schema it was compiled from. */
export type Validate = (value: unknown) => Verdict | Promise<Verdict>;

/** A library that validates: what stands behind it is its own affair, as long as the verdicts are right. */
export interface ValidatorEngine {
  readonly name: string;
  readonly version: string;
  compile(schema: JsonSchemaObject): Validate;
}

/** Helve's own validator of JSON Schema 2020-12. */
export const helveEngine: ValidatorEngine = Object.freeze({
  name: 'helve',
  version: '2020-12',
  compile: (schema: JsonSchemaObject) => compileJsonSchema(schema, { unknown: 'reject', defaults: true }).check,
});
