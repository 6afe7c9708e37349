import { SideEffects, ToolCategory, ToolEffect, type JsonSchemaObject } from '@helve/core';

const text = (description: string) => ({ type: 'string', pattern: '\\S', description }) as const;

/** Semantic Versioning 2.0.0. */
const semver =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$';

/** The fields of `schema.json`; `@helve/build/tool-schema.json` is this, for editors. */
export const toolSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'schema.json of a Helve tool',
  description: 'Parameters of a tool, and the rules for calling it',
  type: 'object',
  properties: {
    $schema: { type: 'string', description: 'Path of this schema, for editors' },
    toolId: {
      type: 'string',
      pattern: '^[a-z][a-z0-9_]{0,63}$',
      description: 'Name of the folder, with "_" in place of "-"',
    },
    version: { type: 'string', pattern: semver, description: 'Semantic version of the tool, such as 1.0.0' },
    title: text('Name of the tool for people'),
    description: text('What the tool does, for the model that chooses it'),
    category: {
      enum: Object.keys(ToolCategory),
      description: 'retrieval looks something up, action does something, utility computes',
    },
    parameters: {
      type: 'object',
      properties: {
        type: { const: 'object' },
        properties: { type: 'object' },
        required: { type: 'array', items: { type: 'string' } },
        additionalProperties: { const: false },
      },
      required: ['type', 'additionalProperties'],
      description: 'JSON Schema 2020-12 of the arguments',
    },
    outputSchema: { type: 'object', description: 'JSON Schema 2020-12 of the data it returns' },
    sideEffects: { enum: Object.keys(SideEffects), description: 'Changes that a call makes outside of the tool' },
    effects: {
      type: 'array',
      items: { enum: Object.keys(ToolEffect) },
      uniqueItems: true,
      description: 'External systems that it touches',
    },
    idempotent: { type: 'boolean', description: 'True if calling it twice has the same effect as calling it once' },
    requiresConfirmation: { type: 'boolean', description: 'True if a person must approve each call' },
    allowedModes: {
      type: 'array',
      items: { type: 'string', examples: ['voice', 'text'] },
      minItems: 1,
      uniqueItems: true,
      description: 'Modes in which it may be called. Default: all',
    },
    latencyBudgetMs: { type: 'number', exclusiveMinimum: 0, description: 'Maximum expected duration of a call' },
    behavior: {
      enum: ['blocking', 'background'],
      description: 'background lets a live conversation go on during a call. Default: blocking',
    },
    onInterrupt: {
      enum: ['cancel', 'finish'],
      description: 'Fate of a running call when a person interrupts. Default: cancel; finish for background calls',
    },
    tags: { type: 'array', items: text('Keyword for finding the tool'), uniqueItems: true },
    strict: {
      type: 'boolean',
      description: 'true requires the strict form of every provider, false forbids it. Default: made where possible',
    },
    examples: { type: 'array', items: { type: 'object' }, description: 'Arguments that the tool accepts' },
    preview: text('Text for the person who approves a call; {/pointer} stands for an argument'),
    'x-allow-narrower': {
      type: 'array',
      items: { type: 'string' },
      uniqueItems: true,
      description: 'Providers whose form may reject arguments that the tool would accept',
    },
  },
  required: [
    'toolId',
    'version',
    'description',
    'category',
    'parameters',
    'sideEffects',
    'idempotent',
    'requiresConfirmation',
    'latencyBudgetMs',
  ],
  patternProperties: { '^x-': true },
  additionalProperties: false,
} as const satisfies JsonSchemaObject;
