const tools = `
import { setTimeout as pause } from 'node:timers/promises';
import { defineTool } from '@helve/core';

export const share = defineTool({
  id: 'share_bill',
  title: 'Share a bill',
  description: 'Splits a sum of money between guests',
  version: '1.2.0',
  tags: ['money'],
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  docs: { documentation: '# Sharing\\n\\nEveryone pays the **same**, to the cent.', examples: [{ sum: 90, guests: 3 }] },
  inputSchema: {
    type: 'object',
    properties: {
      sum: { type: 'number', minimum: 0, description: 'What the table cost' },
      guests: { type: 'integer', minimum: 1, description: 'How many share it' },
      currency: { enum: ['EUR', 'CHF'], default: 'EUR' },
    },
    required: ['sum', 'guests'],
  },
  outputSchema: { type: 'object', properties: { each: { type: 'number' }, currency: { type: 'string' } } },
  execute: ({ sum, guests, currency = 'EUR' }) => ({ each: Math.round((sum / guests) * 100) / 100, currency }),
});

export const letter = defineTool({
  id: 'send_letter',
  description: 'Sends a letter to somebody',
  policy: { sideEffects: 'writes', requiresConfirmation: true },
  inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  execute: ({ to }) => ({ sent: to }),
});

export const climb = defineTool({
  id: 'climb_stairs',
  description: 'Climbs some stairs and tells of every step',
  policy: { sideEffects: 'none' },
  inputSchema: { type: 'object', properties: { steps: { type: 'integer', default: 4 } } },
  async *execute({ steps = 4 }, ctx) {
    for (let step = 1; step <= steps; step += 1) {
      await pause(200, undefined, { signal: ctx.signal });
      ctx.progress(step, steps, 'up');
      yield 'step ' + step + '\\n';
    }
  },
});

export const shape = defineTool({
  id: 'draw_shape',
  description: 'Takes every kind of value there is',
  policy: { sideEffects: 'none' },
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 3 },
      filled: { type: 'boolean' },
      form: {
        oneOf: [
          { title: 'Circle', type: 'object', properties: { kind: { const: 'circle' }, radius: { type: 'number' } }, required: ['kind', 'radius'] },
          { title: 'Box', type: 'object', properties: { kind: { const: 'box' }, width: { type: 'number', maximum: 9 } }, required: ['kind', 'width'] },
        ],
      },
      points: { type: 'array', items: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      style: { type: 'object', properties: { width: { type: 'number' } } },
      extra: {},
    },
    required: ['name', 'form'],
  },
  execute: (input) => input,
});
`;

const slug = `import { ToolCapability } from '@helve/worker';

export class Slug extends ToolCapability {
  static description = 'Makes addresses of titles';
  static WORKER_ENV = [
    { name: 'SLUG_TONE', default: 'plain', label: 'Tone' },
    { name: 'SLUG_TOKEN', secret: true, required: true },
  ];
  static actions = { slugify: 'slugify' };
  #config = { sign: '-' };
  get name() { return 'slug'; }
  get version() { return '1.0.0'; }
  initialize(config) { this.#config = { ...this.#config, ...config }; }
  getConfigSchema() {
    const properties = {
      sign: { type: 'string', title: 'Sign' },
      longest: { type: 'integer', minimum: 5 },
      apiKey: { type: 'string', writeOnly: true },
    };
    return { type: 'object', properties, additionalProperties: false };
  }
  getCurrentConfig() { return this.#config; }
  getConfigOptions() { return { sign: { options: [{ value: '-', label: 'dash' }, { value: '_', label: 'underscore' }] } }; }
  slugify({ text }) { return text.toLowerCase().split(/ +/).join(this.#config.sign); }
}
`;

/** A project with tools of every kind, one that asks first, one that takes its time, and a worker with a secret. */
export const studioProject = {
  'helve.config.mjs': `import * as tools from './tools.mjs';\nexport default { tools: Object.values(tools) };\n`,
  'tools.mjs': tools,
  'capabilities/slug/index.js': slug,
};

/** The studio project without its worker, which takes long to start. */
export const toolProject = { 'helve.config.mjs': studioProject['helve.config.mjs'], 'tools.mjs': tools };

/** What has to be run in the project before it is served. */
export const studioPreparation = [
  ['worker', 'manifest', 'capabilities/slug'],
  ['secret', 'set', 'slug', 'SLUG_TOKEN'],
];
