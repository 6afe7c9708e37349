import * as z from 'zod';
import { perCall } from '../measure.js';

const CALLS = 20_000;

/** One kind of tool with its schemas, and an input that fits. */
export interface Kind {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly rawInput: () => object;
  readonly execute: (input: never) => Promise<object>;
}

const kinds: readonly Kind[] = [
  {
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    rawInput: () => ({ a: 1, b: 2 }),
    execute: async ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
  },
  {
    input: z.object({ query: z.string(), limit: z.number().optional(), tags: z.array(z.string()) }),
    output: z.object({ results: z.array(z.string()) }),
    rawInput: () => ({ query: 'blue bicycle', limit: 2, tags: ['new', 'used'] }),
    execute: async ({ query, tags }: { query: string; tags: readonly string[] }) => ({ results: [query, ...tags] }),
  },
  {
    input: z.object({ id: z.string(), address: z.object({ street: z.string(), zip: z.string() }) }),
    output: z.object({ id: z.string(), sent: z.boolean() }),
    rawInput: () => ({ id: 'o-1', address: { street: 'Long Street 1', zip: '12345' } }),
    execute: async ({ id }: { id: string }) => ({ id, sent: true }),
  },
];

/** Ways to write the schemas of a tool; a literal has zod schemas and is not passed through a function that makes tools. */
export type Way = 'zod' | 'json-schema' | 'literal';

const ways: readonly Way[] = ['zod', 'json-schema', 'literal'];

/** A tool and the kind it was made of. */
export interface Made<Tool> {
  readonly kind: Kind;
  readonly tool: Tool;
}

/** Makes sixty tools: a third with zod, a third with JSON Schema, a third as the plain literals of the documentation. */
export function sixtyTools<Tool>(make: (id: string, kind: Kind, way: Way) => Tool): readonly Made<Tool>[] {
  return Array.from({ length: 20 }, (_, n) =>
    kinds.map((kind, at) => ({ kind, tool: make(`tool_${n}_${at}`, kind, ways[n % 3] ?? 'zod') })),
  ).flat();
}

/** JSON Schema of an input, closed to unknown properties. */
export function jsonSchemaOf(schema: z.ZodType): z.core.JSONSchema.JSONSchema {
  return { ...z.toJSONSchema(schema), additionalProperties: false };
}

/** Measures calls of sixty tools in turns. */
export function eachInTurn<Tool>(
  tools: readonly Made<Tool>[],
  call: (made: Made<Tool>) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  return perCall(CALLS, () => {
    next = (next + 1) % tools.length;
    const made = tools[next];
    return made === undefined ? undefined : call(made);
  })();
}
