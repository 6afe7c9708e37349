import { DEMO_PROVIDER } from './demo-model.js';

/** The parameters of every tool that asks a model. */
export const aiProperties = {
  provider: {
    type: 'string',
    minLength: 1,
    'x-config': 'models',
    default: DEMO_PROVIDER,
    description: 'Names who is asked; `demo` works offline and marks the text only.',
  },
  model: {
    type: 'string',
    minLength: 1,
    'x-config': 'preset',
    description: 'Names the model of a vendor; the one of the provider without.',
  },
  credential: {
    type: 'string',
    minLength: 1,
    'x-config': 'credentials',
    description: 'Names the stored key that is used.',
  },
  apiKey: {
    type: 'string',
    'x-secret': true,
    description: 'Is a key for this run; it is never read from a file.',
  },
  instruction: { type: 'string', default: '', description: 'Tells the model what else to mind.' },
  batching: {
    enum: ['auto', 'single'],
    default: 'auto',
    description: 'Packs several texts into one request, or sends each alone.',
  },
  maxBlocks: {
    type: 'integer',
    minimum: 1,
    maximum: 256,
    default: 64,
    description: 'Is the most texts of one request.',
  },
  maxOutputTokens: {
    type: 'integer',
    minimum: 256,
    maximum: 64_000,
    default: 8000,
    description: 'Is the longest answer, in tokens.',
  },
  parallelBatches: {
    type: 'integer',
    minimum: 1,
    maximum: 32,
    default: 4,
    description: 'Is how many requests are under way at once.',
  },
} as const;
