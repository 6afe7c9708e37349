import { DEMO_PROVIDER } from './demo-model.js';

/** Parameters of every tool that asks a model. */
export const aiProperties = {
  provider: {
    type: 'string',
    minLength: 1,
    'x-config': 'models',
    default: DEMO_PROVIDER,
    description: 'Provider of the model; `demo` works offline and only marks the text.',
  },
  model: {
    type: 'string',
    minLength: 1,
    'x-config': 'preset',
    description: "Model to use. Default: the provider's own.",
  },
  credential: {
    type: 'string',
    minLength: 1,
    'x-config': 'credentials',
    description: 'Name of the stored key to use.',
  },
  apiKey: {
    type: 'string',
    'x-secret': true,
    description: 'Key for this run; it is never read from a file.',
  },
  instruction: { type: 'string', default: '', description: 'Additional instructions for the model.' },
  batching: {
    enum: ['auto', 'single'],
    default: 'auto',
    description: 'Pack several texts into one request, or send each alone.',
  },
  maxBlocks: {
    type: 'integer',
    minimum: 1,
    maximum: 256,
    default: 64,
    description: 'Maximum number of texts per request.',
  },
  maxOutputTokens: {
    type: 'integer',
    minimum: 256,
    maximum: 64_000,
    default: 8000,
    description: 'Maximum length of the answer, in tokens.',
  },
  parallelBatches: {
    type: 'integer',
    minimum: 1,
    maximum: 32,
    default: 4,
    description: 'Maximum number of concurrent requests.',
  },
} as const;

/** Group of the parameters that name a model. */
export const modelGroup = {
  id: 'model',
  title: 'Model',
  properties: ['provider', 'model', 'instruction', 'credential', 'apiKey'],
} as const;

/** Group of the parameters of requests to a model. */
export const requestGroup = {
  id: 'requests',
  title: 'Requests',
  properties: ['parallelBatches', 'maxBlocks', 'maxOutputTokens', 'batching'],
} as const;
