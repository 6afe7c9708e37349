import type { JsonSchemaObject, WorkerConfig } from '../wire/wire.js';

/** Adds the values that each field can take at this moment to the schema of a worker's configuration. */
export function withOptions({ schema, options }: Pick<WorkerConfig, 'schema' | 'options'>): JsonSchemaObject {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const offered = Object.hasOwn(options, name) ? options[name] : undefined;
    if (offered === undefined || offered.length === 0 || typeof property === 'boolean') return [name, property];
    const { type: _, enum: __, ...around } = property;
    const choices = offered.map(({ value, label }) => ({
      const: value,
      ...(label === undefined ? {} : { title: label }),
    }));
    return [name, { ...around, anyOf: choices }];
  });
  return { ...schema, properties: Object.fromEntries(properties) as JsonSchemaObject['properties'] & object };
}

/** Returns the changed fields only, so that a masked secret is never sent back. */
export function findChanges(values: WorkerConfig['values'], edited: unknown): Readonly<Record<string, unknown>> {
  const entries = typeof edited === 'object' && edited !== null ? Object.entries(edited) : [];
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(values[name] ?? undefined)),
  );
}
