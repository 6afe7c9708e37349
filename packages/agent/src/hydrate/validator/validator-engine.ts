import { compileJsonSchema, type Issue, type JsonSchemaObject } from '@helve/core';

/** The judgement of a validator on a value. */
export interface Verdict {
  readonly ok: boolean;
  /** The value to continue with. Default: the value that was checked. */
  readonly value?: unknown;
  readonly issues?: readonly Issue[];
}

/** Checks one value against the schema it was compiled from. */
export type Validate = (value: unknown) => Verdict | Promise<Verdict>;

/** A validation library behind a uniform interface. */
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
