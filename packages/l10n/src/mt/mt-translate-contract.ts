import type { JsonSchemaValue } from '@helve/core';
import { mtEngines } from './engines.js';

const term = {
  type: 'object',
  properties: {
    source: { type: 'string', description: 'Term as it occurs in the text.' },
    target: { type: 'string', description: 'Its translation.' },
  },
  required: ['source', 'target'],
  additionalProperties: false,
} as const;

/** Input of `mt.translate`. */
export const mtTranslateInput = {
  type: 'object',
  properties: {
    engine: { enum: mtEngines.map(({ id }) => id), description: 'Engine that translates.' },
    texts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'HTML whose tags carry ids.' },
          terms: { type: 'array', items: term, description: 'Terms to use, for engines that support them.' },
        },
        required: ['text'],
        additionalProperties: false,
      },
      minItems: 1,
      description: 'Texts to translate.',
    },
    from: { type: 'string', description: 'Locale of the texts.' },
    to: { type: 'string', description: 'Locale to translate into.' },
    options: { type: 'object', additionalProperties: true, default: {}, description: 'Further options of the engine.' },
    credential: { type: 'string', minLength: 1, description: 'Name of the stored key.' },
    endpoint: { type: 'string', minLength: 1, description: "Address to use instead of the vendor's." },
  },
  required: ['engine', 'texts', 'from', 'to'],
  additionalProperties: false,
} as const;

/** Output of `mt.translate`: a translation for each text, in order. */
export const mtTranslateOutput = {
  type: 'object',
  properties: {
    texts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { text: { type: 'string' }, confidence: { type: 'number', minimum: 0, maximum: 1 } },
        required: ['text'],
        additionalProperties: false,
      },
    },
    characters: { type: 'integer', description: 'Number of characters sent, which is what vendors charge for.' },
  },
  required: ['texts', 'characters'],
  additionalProperties: false,
} as const;

export type MtRequest = JsonSchemaValue<typeof mtTranslateInput>;
export type MtAnswer = JsonSchemaValue<typeof mtTranslateOutput>;
