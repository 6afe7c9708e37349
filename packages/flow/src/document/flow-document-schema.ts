import { deepFreeze, errorTypes, type JsonSchemaObject } from '@helve/core';
import { bindingKinds } from '../contract/flow-document.js';
import { endPolicies } from './flow-keys.js';

const place: JsonSchemaObject = { type: 'string', description: 'Where this schema is, for editors.' };
const name: JsonSchemaObject = {
  type: 'string',
  pattern: '[\\p{L}\\p{N}]',
  description: 'What the flow is called; its id is made of it.',
};
const description: JsonSchemaObject = { type: 'string', description: 'What the flow is for, in a sentence.' };
const onError: JsonSchemaObject = {
  $ref: '#/$defs/errorPolicy',
  description: 'What happens when a step fails on a block.',
};
const steps: JsonSchemaObject = {
  type: 'array',
  items: { $ref: '#/$defs/step' },
  description: 'The steps, in the order in which content goes through them.',
};
const label: JsonSchemaObject = { type: 'string', description: 'What pictures and reports show for it.' };
const id: JsonSchemaObject = { type: 'string', minLength: 1, description: 'A name of its own, used once in the flow.' };

/** The JSON Schema of flow documents, for editors and for whoever writes them by program. */
export const flowDocumentSchema: JsonSchemaObject = deepFreeze({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'helve:schema/flow-document/v1',
  title: 'Helve flow',
  description: 'Steps that content goes through: enveloped, or bare with the steps at the top.',
  type: 'object',
  if: { anyOf: [{ required: ['kind'] }, { required: ['spec'] }, { required: ['apiVersion'] }] },
  then: { $ref: '#/$defs/enveloped' },
  else: { $ref: '#/$defs/bare' },
  $defs: {
    enveloped: {
      type: 'object',
      required: ['apiVersion', 'kind', 'spec'],
      additionalProperties: false,
      properties: {
        $schema: place,
        apiVersion: { const: 'v1', description: 'The version of this form.' },
        kind: { const: 'FlowDefinition', description: 'Says that the document is a flow.' },
        metadata: {
          type: 'object',
          additionalProperties: false,
          properties: { name, description, io: { $ref: '#/$defs/io' } },
        },
        spec: { type: 'object', required: ['steps'], additionalProperties: false, properties: { onError, steps } },
      },
    },
    bare: {
      type: 'object',
      required: ['steps'],
      additionalProperties: false,
      properties: { $schema: place, name, description, io: { $ref: '#/$defs/io' }, onError, steps },
    },
    io: {
      type: 'object',
      description: 'The kinds of places that the flow is meant for; which places is said when it is run.',
      additionalProperties: false,
      properties: {
        source: { enum: bindingKinds, description: 'Where content comes from.' },
        sink: { enum: bindingKinds, description: 'Where content goes to.' },
      },
    },
    step: {
      type: 'object',
      description: 'A tool with its config, or branches that run side by side.',
      if: { required: ['parallel'] },
      then: { $ref: '#/$defs/parallelStep' },
      else: { $ref: '#/$defs/toolStep' },
    },
    toolStep: {
      type: 'object',
      required: ['tool'],
      additionalProperties: false,
      properties: {
        tool: { type: 'string', minLength: 1, description: 'The name of the tool; `helve tools ls` shows them.' },
        id,
        label,
        config: { type: 'object', description: 'Its parameters; `helve tools schema NAME` shows them.' },
        locales: {
          type: 'array',
          minItems: 1,
          items: { type: 'string', pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$' },
          description: 'The locales it runs for: one target, a pair, or the whole set.',
        },
        onError,
        parallelBlocks: {
          type: 'integer',
          minimum: 1,
          maximum: 1024,
          description: 'How many blocks it handles at once.',
        },
        overwriteApproved: {
          type: 'boolean',
          description: 'Whether it may replace targets that a person has approved.',
        },
      },
    },
    parallelStep: {
      type: 'object',
      required: ['parallel'],
      additionalProperties: false,
      properties: {
        parallel: {
          type: 'array',
          minItems: 1,
          items: { $ref: '#/$defs/branch' },
          description: 'Branches that see the same content and run side by side.',
        },
        id,
        label,
      },
    },
    branch: {
      type: 'object',
      description: 'One step, or several in turn.',
      if: { required: ['steps'] },
      then: {
        type: 'object',
        required: ['steps'],
        additionalProperties: false,
        properties: { steps: { ...steps, minItems: 1 } },
      },
      else: { $ref: '#/$defs/step' },
    },
    errorPolicy: {
      if: { type: 'string' },
      then: { enum: endPolicies },
      else: {
        type: 'object',
        required: ['retry'],
        additionalProperties: false,
        properties: {
          retry: {
            type: 'object',
            additionalProperties: false,
            properties: {
              attempts: { type: 'integer', minimum: 1, default: 3, description: 'How often it is tried in all.' },
              baseMs: { type: 'integer', minimum: 0, default: 500, description: 'The first wait, in milliseconds.' },
              factor: { type: 'number', minimum: 1, default: 2, description: 'How much longer each wait is.' },
              maxMs: {
                type: 'integer',
                minimum: 0,
                default: 30_000,
                description: 'The longest wait, in milliseconds.',
              },
              on: {
                type: 'array',
                items: { enum: Object.keys(errorTypes) },
                default: ['TRANSIENT', 'RATE_LIMIT', 'TIMEOUT'],
                description: 'The types of errors that are worth another try.',
              },
            },
          },
          then: { enum: endPolicies, description: 'What happens when no try succeeded.' },
        },
      },
    },
  },
});
