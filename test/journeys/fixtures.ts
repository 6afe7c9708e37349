/** Tools that do every kind of thing a call can meet. */
const tools = `
import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool, ToolError } from '@helve/core';

interface Place { city: string; zip?: string }

export const describePlace = defineTool({
  id: 'describe_place',
  name: 'Describe a place',
  description: 'Says where something is',
  policy: { category: 'retrieval', sideEffects: 'none' },
  docs: { documentation: 'Knows every place.', examples: [{ address: { city: 'Bern' }, unit: 'km' }] },
  inputSchema: {
    type: 'object',
    properties: {
      address: {
        type: 'object',
        properties: { city: { type: 'string', description: 'The town' }, zip: { type: 'string' } },
        required: ['city'],
      },
      maxDistance: { type: 'integer', default: 10 },
      unit: { enum: ['km', 'mi'] },
      tags: { type: 'array', items: { type: 'string' } },
      exact: { type: 'boolean' },
      input: { type: 'string', description: 'Collides with a flag of helve' },
    },
    required: ['address', 'unit'],
  },
  outputSchema: { type: 'object', properties: { got: {} }, required: ['got'] },
  execute: (input) => ({ got: input }),
});

export const others = [
  defineTool({
    id: 'fail_foreseen',
    description: 'Fails as its author foresaw',
    inputSchema: { type: 'object', properties: {} },
    execute: () => { throw new ToolError('NOT_FOUND', 'Cannot find the city'); },
  }),
  defineTool({
    id: 'fail_badly',
    description: 'Fails as nobody foresaw',
    inputSchema: { type: 'object', properties: {} },
    execute: (): never => {
      const place: Place | undefined = undefined;
      throw new TypeError('no place: ' + String(place));
    },
  }),
  defineTool({
    id: 'wait_long',
    description: 'Waits until it is stopped, and does not listen',
    inputSchema: { type: 'object', properties: {} },
    execute: async () => { console.log('waiting'); await sleep(60_000); return 'late'; },
  }),
  defineTool({
    id: 'talk',
    description: 'Prints while it works, and leaves a timer behind',
    inputSchema: { type: 'object', properties: { lines: { type: 'integer' } } },
    execute: ({ lines }) => {
      console.log('chatter');
      setInterval(() => {}, 1000);
      return Array.from({ length: lines ?? 1 }, (_, index) => 'line ' + index);
    },
  }),
  defineTool({
    id: 'answer_oddly',
    description: 'Gives what JSON cannot hold',
    inputSchema: { type: 'object', properties: {} },
    execute: () => ({ big: 1n }),
  }),
];
`;

const config = `
import { defineConfig } from '@helve/cli';

export default defineConfig({ tools: ['./tools/all.ts'] });
`;

/** Files that most journeys begin with. */
export const starter = { 'helve.config.ts': config, 'tools/all.ts': tools };

const governedTools = `
import { appendFile } from 'node:fs/promises';
import { defineTool, token, ToolError } from '@helve/core';

export const greeting = token('greeting');

export const add = defineTool({
  id: 'add',
  description: 'Adds two numbers',
  version: '1.0.0',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  execute: ({ a, b }) => {
    if (a === 13) throw new ToolError('CONFLICT', 'Cannot add 13');
    return { sum: a + b };
  },
});

export const greet = defineTool({
  id: 'greet',
  description: 'Greets somebody',
  policy: { sideEffects: 'none' },
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  execute: ({ name }, ctx) => (ctx.tryGet(greeting) ?? 'Hello') + ', ' + name + ' from ' + ctx.user.id,
});

export const login = defineTool({
  id: 'login',
  description: 'Says how long a password is',
  policy: { sideEffects: 'none' },
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, password: { type: 'string' } },
    required: ['name', 'password'],
  },
  execute: ({ name, password }) => name + ' ' + password.length,
});

export const send = defineTool({
  id: 'send',
  description: 'Sends a letter',
  policy: { sideEffects: 'writes', requiresConfirmation: true },
  inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  execute: async ({ to }) => {
    await appendFile('sent.txt', to + '\\n');
    return { sent: to };
  },
});
`;

/** A project under the rules that hold without a word about them. */
export const governed = {
  'helve.config.mjs': `import { add, greet, login, send } from './tools.mjs';
export default { tools: [add, greet, login, send] };
`,
  'tools.mjs': governedTools,
};
