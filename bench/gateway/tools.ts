import { defineTool, type ToolRecord } from '@helve/core';

export const addInput = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' }, note: { type: 'string', maxLength: 200 } },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;

export const addOutput = {
  type: 'object',
  properties: { sum: { type: 'number' } },
  required: ['sum'],
  additionalProperties: false,
} as const;

/** A tool whose work is next to nothing, so that all else shows. */
export const add = defineTool({
  id: 'add',
  description: 'Adds two numbers',
  inputSchema: addInput,
  outputSchema: addOutput,
  policy: { category: 'utility', sideEffects: 'none', effects: [], idempotent: true, requiresConfirmation: false },
  execute: ({ a, b }) => ({ sum: a + b }),
});

/** A tool that adds and says that it writes: its calls leave an intent before the body and a result after it. */
export const book: ToolRecord = { ...add, id: 'book', name: 'Book', policy: { ...add.policy, sideEffects: 'writes' } };

/** So many tools, of which `add` is the first. */
export function manyTools(count: number): readonly ToolRecord[] {
  const others = Array.from({ length: count - 1 }, (_, at) => ({ ...add, id: `add_${at + 1}`, name: `Add ${at + 1}` }));
  return [add, ...others];
}

export const addBody = JSON.stringify({ a: 1, b: 2, note: 'as everybody does it' });
