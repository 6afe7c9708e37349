import type { JsonSchemaObject } from '@helve/core';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const integer = { type: 'integer' } as const;
const texts = { type: 'array', items: text } as const;

const closed = (properties: Record<string, JsonSchemaObject>, required: readonly string[] = []): JsonSchemaObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** What a tool is called with: its schema, and the text of a model. */
export interface Sample {
  readonly schema: JsonSchemaObject;
  readonly text: string;
}

/** Two numbers. */
export const small: Sample = {
  schema: closed({ a: number, b: number }, ['a', 'b']),
  text: JSON.stringify({ a: 1, b: 2 }),
};

const flight = {
  query: 'the cheapest flight from Berlin to Lisbon next week',
  limit: 25,
  exact: true,
  filters: {
    price: { min: 100, max: 900.5 },
    tags: ['urgent', 'economy', 'refundable'],
    airlines: ['Lufthansa', 'TAP Air Portugal', 'Ryanair'],
    stops: 1,
  },
  passengers: [
    { name: 'Ada Lovelace', age: 36, email: 'ada@example.org' },
    { name: 'Charles Babbage', age: 44, email: 'charles@example.org' },
  ],
  notes: [] as string[],
};

const flightSchema = closed(
  {
    query: text,
    limit: integer,
    exact: { type: 'boolean' },
    filters: closed({ price: closed({ min: number, max: number }), tags: texts, airlines: texts, stops: integer }),
    passengers: { type: 'array', items: closed({ name: text, age: integer, email: text }, ['name']) },
    notes: texts,
  },
  ['query'],
);

const note = 'A window seat, please, and no departure before breakfast.';

/** Nested arguments of about this many bytes. */
export function ofBytes(bytes: number): Sample {
  const empty = JSON.stringify(flight).length;
  const notes = Array.from({ length: Math.max(0, Math.round((bytes - empty) / (note.length + 3))) }, () => note);
  return { schema: flightSchema, text: JSON.stringify({ ...flight, notes }) };
}

const size = 262_000;

/** A quarter of a megabyte of what a reader could stumble over. */
export const hostileTexts: readonly string[] = [
  `{"a":${'['.repeat(size)}`,
  '{"a":'.repeat(size / 5),
  `{"a":"${'\\\\'.repeat(size / 2)}"}`,
  `{"a":"${'\\"'.repeat(size / 2)}`,
  `{"a":"${'\\ud800'.repeat(size / 6)}"}`,
  `{${'"a":1,'.repeat(size / 6)}"b":1}`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"${index}":0`).join(',')}}`,
  `{"a":${'9'.repeat(size)}}`,
  `{"a":[${'1,'.repeat(size / 2)}1]}`,
  `{'a':'${"\\'".repeat(size / 2)}'}`,
  `${' '.repeat(size)}x`,
  `{"a":${'1e'.repeat(size / 2)}}`,
  `\`\`\`${'`'.repeat(size)}`,
];
