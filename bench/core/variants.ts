import { performance } from 'node:perf_hooks';

import type { JsonSchemaObject } from '@helve/core';

import type { Variants } from '../kit/run-variants.js';
import { perCall } from '../measure.js';

interface Sum {
  sum: number;
}

const CALLS = 100_000;
const TOOLS = 1_000;

const inputSchema = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
} as const satisfies JsonSchemaObject;
const orderSchema = {
  type: 'object',
  properties: {
    order: { type: 'string', minLength: 1, maxLength: 64 },
    customer: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1 },
        email: { type: ['string', 'null'] },
        address: {
          type: 'object',
          properties: {
            street: { type: 'string' },
            zip: { type: 'string', pattern: '^[0-9]{5}$' },
            country: { enum: ['DE', 'FR', 'US'] },
          },
          required: ['street', 'zip'],
          additionalProperties: false,
        },
      },
      required: ['name'],
      additionalProperties: false,
    },
    items: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          sku: { type: 'string' },
          quantity: { type: 'integer', minimum: 1 },
          price: { type: 'number', exclusiveMinimum: 0 },
        },
        required: ['sku', 'quantity'],
        additionalProperties: false,
      },
    },
    priority: { type: 'string', enum: ['low', 'normal', 'high'], default: 'normal' },
    shipping: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          properties: { by: { type: 'string' }, days: { type: 'integer' } },
          required: ['by'],
          additionalProperties: false,
        },
      ],
    },
  },
  required: ['order', 'customer', 'items'],
  additionalProperties: false,
} as const satisfies JsonSchemaObject;
const order = {
  order: 'A-1',
  customer: { name: 'Ada', email: null, address: { street: 'Main Street 1', zip: '12345', country: 'DE' } },
  items: [
    { sku: 'nut', quantity: 2, price: 1.5 },
    { sku: 'bolt', quantity: 1 },
  ],
  priority: 'high',
  shipping: { by: 'rail', days: 2 },
};
const outputSchema = {
  type: 'object',
  properties: { sum: { type: 'number' } },
  required: ['sum'],
} as const satisfies JsonSchemaObject;
const input = { a: 1, b: 2 };
const execute = ({ a, b }: { a: number; b: number }): Sum | Promise<Sum> => ({ sum: a + b });
const base = { id: 'add', description: 'Adds two numbers', execute };

/** Variants to measure, each in a process of its own; modules are imported inside, so that none pays for another. */
export const coreVariants: Variants = {
  'floor: Ajv, await execute, Ajv': async () => {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const ajv = new Ajv2020();
    const [fits, answers] = [ajv.compile(inputSchema), ajv.compile(outputSchema)];
    return perCall(CALLS, async () => {
      if (!fits(input)) throw new Error('input');
      const output = await execute(input);
      if (!answers(output)) throw new Error('output');
      return output;
    })();
  },

  'callTool, JSON Schema': async () => {
    const { callTool, defineTool } = await import('@helve/core');
    const tool = defineTool({ ...base, inputSchema, outputSchema });
    return perCall(CALLS, () => callTool({ tool, rawInput: input }))();
  },

  'floor: zod, await execute, zod': async () => {
    const { Input, Output } = await zodSchemas();
    return perCall(CALLS, async () => {
      const output = await execute(Input.parse(input));
      return Output.parse(output);
    })();
  },

  'callTool, zod': async () => {
    const { callTool, defineTool } = await import('@helve/core');
    const { Input, Output } = await zodSchemas();
    const tool = defineTool({ ...base, inputSchema: Input, outputSchema: Output });
    return perCall(CALLS, () => callTool({ tool, rawInput: input }))();
  },

  'import @helve/core': () => timed(() => import('@helve/core')),
  'import zod': () => timed(() => import('zod')),
  'import Ajv': () => timed(() => import('ajv/dist/2020.js')),

  'zod alone: 2000 JSON Schemas': async () => {
    const schemas = await Promise.all(numbered(zodSchemas));
    const target = 'draft-2020-12';
    return timed(() =>
      schemas.map(({ Input, Output }) => [
        Input['~standard'].jsonSchema.input({ target }),
        Output['~standard'].jsonSchema.output({ target }),
      ]),
    );
  },
  '1000 zod tools: addInline': async () => {
    const { registry, tools } = await zodTools();
    return timed(() => tools.forEach((tool) => registry.addInline(tool)));
  },
  '1000 zod tools: addInline and list': async () => {
    const { registry, tools } = await zodTools();
    return timed(() => {
      for (const tool of tools) registry.addInline(tool);
      return registry.contracts();
    });
  },
  '1000 zod tools: list again': async () => {
    const { registry, tools } = await zodTools();
    for (const tool of tools) registry.addInline(tool);
    registry.contracts();
    return timed(() => registry.contracts());
  },
  '1000 JSON Schema tools: addInline and list': async () => {
    const { ToolRegistry, defineTool } = await import('@helve/core');
    const tools = numbered((id) =>
      defineTool({ ...base, id, inputSchema: { ...inputSchema }, outputSchema: { ...outputSchema } }),
    );
    const registry = new ToolRegistry();
    return timed(() => {
      for (const tool of tools) registry.addInline(tool);
      return registry.contracts();
    });
  },

  'Ajv: compile one schema': async () => {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    return perCall(200, () => new Ajv2020().compile({ ...inputSchema }))();
  },
  'Helve: compile one schema': async () => {
    const { compileJsonSchema } = await import('@helve/core');
    return perCall(200, () => compileJsonSchema({ ...inputSchema }, { unknown: 'reject', defaults: true }))();
  },
  'Ajv: check one value': async () => {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const fits = new Ajv2020().compile(inputSchema);
    return perCall(CALLS * 10, () => fits(input))();
  },
  'Helve: check one value': async () => {
    const { compileJsonSchema } = await import('@helve/core');
    const schema = compileJsonSchema(inputSchema, { unknown: 'reject', defaults: true });
    return perCall(CALLS * 10, () => schema.check(input))();
  },
  'Ajv: check a nested value': async () => {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const fits = new Ajv2020({ allowUnionTypes: true }).compile(orderSchema);
    return perCall(CALLS, () => fits(order))();
  },
  'Helve: check a nested value': async () => {
    const { compileJsonSchema } = await import('@helve/core');
    const schema = compileJsonSchema(orderSchema, { unknown: 'reject', defaults: true });
    return perCall(CALLS, () => schema.check(order))();
  },
};

async function zodSchemas() {
  const z = await import('zod');
  return { Input: z.object({ a: z.number(), b: z.number() }), Output: z.object({ sum: z.number() }) };
}

async function zodTools() {
  const { ToolRegistry, defineTool } = await import('@helve/core');
  const schemas = await Promise.all(numbered(zodSchemas));
  const tools = schemas.map(({ Input, Output }, index) =>
    defineTool({ ...base, id: `tool_${index}`, inputSchema: Input, outputSchema: Output }),
  );
  return { registry: new ToolRegistry(), tools };
}

function numbered<T>(make: (id: string) => T): T[] {
  return Array.from({ length: TOOLS }, (_, index) => make(`tool_${index}`));
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
