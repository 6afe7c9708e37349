import { deepFreeze, errorTypes, type JsonSchemaObject } from '@helve/core';
import { bindingKinds } from '../contract/flow-document.js';
import { endPolicies } from './flow-keys.js';

const schemaLocation: JsonSchemaObject = { type: 'string', description: 'Location of this schema, for editors.' };
const name: JsonSchemaObject = {
  type: 'string',
  pattern: '[\\p{L}\\p{N}]',
  description: 'Name of the flow; its id is derived from it.',
};
const description: JsonSchemaObject = { type: 'string', description: 'Purpose of the flow, in one sentence.' };
const onError: JsonSchemaObject = {
  $ref: '#/$defs/errorPolicy',
  description: 'Policy for blocks on which a step fails.',
};
const steps: JsonSchemaObject = {
  type: 'array',
  items: { $ref: '#/$defs/step' },
  description: 'Steps, in the order in which content passes through them.',
};
const label: JsonSchemaObject = { type: 'string', description: 'Label in diagrams and reports.' };
const id: JsonSchemaObject = { type: 'string', minLength: 1, description: 'Id, unique in the flow.' };

/** The JSON Schema of flow documents, for editors and for whoever writes them by program. */
export const flowDocumentSchema: JsonSchemaObject = deepFreeze({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'helve:schema/flow-document/v1',
  title: 'Helve flow',
  description:
    'Steps that process content, either as a full definition or as a plain object with its steps at the top level.',
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
        $schema: schemaLocation,
        apiVersion: { const: 'v1', description: 'Version of this document format.' },
        kind: { const: 'FlowDefinition', description: 'Marks the document as a flow.' },
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
      properties: { $schema: schemaLocation, name, description, io: { $ref: '#/$defs/io' }, onError, steps },
    },
    io: {
      type: 'object',
      description: 'Kinds of source and sink that the flow is meant for; each run chooses the actual ones.',
      additionalProperties: false,
      properties: {
        source: { enum: bindingKinds, description: 'Kind of source.' },
        sink: { enum: bindingKinds, description: 'Kind of sink.' },
      },
    },
    step: {
      type: 'object',
      description: 'A tool with its configuration, or branches that run in parallel.',
      if: { required: ['parallel'] },
      then: { $ref: '#/$defs/parallelStep' },
      else: { $ref: '#/$defs/toolStep' },
    },
    toolStep: {
      type: 'object',
      required: ['tool'],
      additionalProperties: false,
      properties: {
        tool: { type: 'string', minLength: 1, description: 'Name of the tool; `helve tools ls` lists all tools.' },
        id,
        label,
        config: { type: 'object', description: 'Parameters of the tool; `helve tools schema NAME` describes them.' },
        locales: {
          type: 'array',
          minItems: 1,
          items: { type: 'string', pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$' },
          description: 'Locales of one pass: one target, a pair, or all of them.',
        },
        onError,
        parallelBlocks: {
          type: 'integer',
          minimum: 1,
          maximum: 1024,
          description: 'Maximum number of blocks to process at the same time.',
        },
        overwriteApproved: {
          type: 'boolean',
          description: 'Allow the step to replace targets that a person has approved.',
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
          description: 'Branches that read the same content and run in parallel.',
        },
        id,
        label,
      },
    },
    branch: {
      type: 'object',
      description: 'One step, or a list of steps.',
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
              attempts: { type: 'integer', minimum: 1, default: 3, description: 'Maximum number of attempts.' },
              baseMs: {
                type: 'integer',
                minimum: 0,
                default: 500,
                description: 'Delay before the second attempt, in milliseconds.',
              },
              factor: {
                type: 'number',
                minimum: 1,
                default: 2,
                description: 'Factor by which the delay grows after each attempt.',
              },
              maxMs: {
                type: 'integer',
                minimum: 0,
                default: 30_000,
                description: 'Maximum delay, in milliseconds.',
              },
              on: {
                type: 'array',
                items: { enum: Object.keys(errorTypes) },
                default: ['TRANSIENT', 'RATE_LIMIT', 'TIMEOUT'],
                description: 'Error types to retry.',
              },
            },
          },
          then: { enum: endPolicies, description: 'Policy when every attempt has failed.' },
        },
      },
    },
  },
});
