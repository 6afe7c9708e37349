import type { JsonSchemaObject, WorkerConfig } from '../wire/wire.js';

/** The schema of a worker's configuration, with what each field can be set to at this moment. */
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

/** The fields that somebody changed: what is left out stays, so that a masked secret never travels back. */
export function changesOf(values: WorkerConfig['values'], edited: unknown): Readonly<Record<string, unknown>> {
  const entries = typeof edited === 'object' && edited !== null ? Object.entries(edited) : [];
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(values[name] ?? undefined)),
  );
}
