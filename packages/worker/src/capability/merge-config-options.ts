import { deepEqual, type Json, type JsonSchema, type JsonSchemaObject } from '@helve/core';
import { FieldOptions, type FieldOptionsSource } from './config-option.js';

/** A stored value that the capability no longer offers. */
export interface StaleValue {
  readonly field: string;
  readonly value: Json;
}

/** A schema with the current options of its fields, and the conflicts. */
export interface MergedConfigOptions {
  readonly schema: JsonSchemaObject;
  /** Fields with options that the schema does not have. */
  readonly unknownFields: readonly string[];
  readonly staleValues: readonly StaleValue[];
}

/** Adds live options to the fields of a copy of a schema: the schema that is hashed never contains them. */
export function mergeConfigOptions(
  schema: JsonSchemaObject,
  options: { readonly [field: string]: FieldOptionsSource },
  current: { readonly [field: string]: Json } = {},
): MergedConfigOptions {
  const properties = { ...schema.properties };
  const unknownFields: string[] = [];
  const staleValues: StaleValue[] = [];
  for (const [field, source] of Object.entries(options)) {
    const own = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (own === undefined) {
      unknownFields.push(field);
      continue;
    }
    const live = new FieldOptions(source);
    properties[field] = withOptions(own, live);
    if (Object.hasOwn(current, field)) staleValues.push(...staleIn(field, current[field] ?? null, live));
  }
  return { schema: { ...schema, properties }, unknownFields, staleValues };
}

function withOptions(schema: JsonSchema, { options, constraints }: FieldOptions): JsonSchemaObject {
  const own = typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema;
  return {
    ...own,
    'x-options': options.map(({ value, label, metadata }) => ({ value, label, metadata })),
    'x-constraints': constraints,
  };
}

/** Returns the values that are no longer offered. A list may hold several offered values, unless it is offered as a whole. */
function staleIn(field: string, stored: Json, { options }: FieldOptions): StaleValue[] {
  const offered = (value: Json) => options.some((option) => deepEqual(option.value, value));
  if (offered(stored)) return [];
  const values: readonly Json[] = Array.isArray(stored) ? stored : [stored];
  return values.filter((value) => !offered(value)).map((value) => ({ field, value }));
}
