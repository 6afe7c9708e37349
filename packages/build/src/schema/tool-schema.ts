import { SideEffects, ToolCategory, ToolEffect, type JsonSchemaObject } from '@helve/core';

const text = (description: string) => ({ type: 'string', pattern: '\\S', description }) as const;

/** Semantic Versioning 2.0.0. */
const semver =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$';

/** The fields of `schema.json`; `@helve/build/tool-schema.json` is this, for editors. */
export const toolSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'schema.json of a Helve tool',
  description: 'What a tool takes, and the rules it asks to be called under',
  type: 'object',
  properties: {
    $schema: { type: 'string', description: 'Where editors find this schema' },
    toolId: {
      type: 'string',
      pattern: '^[a-z][a-z0-9_]{0,63}$',
      description: 'The name of the folder, with "-" turned into "_"',
    },
    version: { type: 'string', pattern: semver, description: 'Semantic version of the tool, such as 1.0.0' },
    title: text('The name of the tool for people'),
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
    outputSchema: { type: 'object', description: 'JSON Schema 2020-12 of the data it answers with' },
    sideEffects: { enum: Object.keys(SideEffects), description: 'What a call changes outside of the tool' },
    effects: {
      type: 'array',
      items: { enum: Object.keys(ToolEffect) },
      uniqueItems: true,
      description: 'The outside systems it touches',
    },
    idempotent: { type: 'boolean', description: 'Whether calling it twice is the same as calling it once' },
    requiresConfirmation: { type: 'boolean', description: 'Whether a person has to approve each call' },
    allowedModes: {
      type: 'array',
      items: { type: 'string', examples: ['voice', 'text'] },
      minItems: 1,
      uniqueItems: true,
      description: 'The modes it may be called in; every one if left out',
    },
    latencyBudgetMs: { type: 'number', exclusiveMinimum: 0, description: 'How long a call should take at most' },
    tags: { type: 'array', items: text('A word to find the tool by'), uniqueItems: true },
    strict: {
      type: 'boolean',
      description:
        'true demands the strict form of every provider, false forbids it; left out, it is made where it can be',
    },
    examples: { type: 'array', items: { type: 'object' }, description: 'Arguments that the tool accepts' },
    preview: text('What a person who approves a call reads; {/pointer} stands for an argument'),
    'x-allow-narrower': {
      type: 'array',
      items: { type: 'string' },
      uniqueItems: true,
      description: 'Providers whose form may refuse arguments that the tool would accept',
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
