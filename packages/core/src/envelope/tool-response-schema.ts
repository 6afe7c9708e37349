import { deepFreeze } from '../json/deep-freeze.js';
import type { JsonSchemaObject } from '../contract/schema.js';
import { errorTypes } from '../contract/error-type.js';
import { RESPONSE_SCHEMA_VERSION } from '../contract/tool-response.js';

const text = { type: 'string', minLength: 1 } as const;
const intents = { type: 'array', items: { $ref: '#/$defs/intent' } } as const;
const meta = { $ref: '#/$defs/meta' } as const;

/** The JSON Schema of `ToolResponse`: a success or a failure, never both and never neither. */
export const toolResponseSchema: JsonSchemaObject = deepFreeze({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'ToolResponse',
  oneOf: [
    {
      type: 'object',
      properties: { ok: { const: true }, data: true, intents, meta },
      required: ['ok', 'data', 'intents', 'meta'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { ok: { const: false }, error: { $ref: '#/$defs/error' }, intents, meta },
      required: ['ok', 'error', 'intents', 'meta'],
      additionalProperties: false,
    },
  ],
  $defs: {
    error: {
      type: 'object',
      properties: {
        type: { enum: Object.keys(errorTypes) },
        message: text,
        retryable: { type: 'boolean' },
        partialSideEffects: { type: 'boolean' },
        retryAfterMs: { type: 'integer', minimum: 0 },
        details: { type: 'object' },
      },
      required: ['type', 'message', 'retryable', 'partialSideEffects'],
      additionalProperties: false,
      if: { required: ['retryAfterMs'] },
      then: { properties: { retryable: { const: true } } },
    },
    intent: {
      type: 'object',
      properties: { type: { type: 'string', minLength: 1 } },
      required: ['type'],
    },
    meta: {
      type: 'object',
      properties: {
        toolId: { type: 'string' },
        toolVersion: { type: ['string', 'null'] },
        registryVersion: { type: 'string' },
        requestId: { type: ['string', 'number'] },
        duration: { type: 'number', minimum: 0 },
        responseSchemaVersion: { const: RESPONSE_SCHEMA_VERSION },
      },
      required: ['toolId', 'toolVersion', 'registryVersion', 'requestId', 'duration', 'responseSchemaVersion'],
    },
  },
});
