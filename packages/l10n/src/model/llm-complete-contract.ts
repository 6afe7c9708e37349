const text = { type: 'string' } as const;

/** What a model is asked. */
export const llmCompleteInput = {
  type: 'object',
  properties: {
    provider: { ...text, minLength: 1, description: 'Names who is asked.' },
    model: { ...text, minLength: 1, description: 'Names the model; the one of the provider without.' },
    credential: { ...text, minLength: 1, description: 'Names the stored key.' },
    system: { ...text, description: 'What the model is told first.' },
    messages: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { role: { const: 'user' }, text },
        required: ['role', 'text'],
        additionalProperties: false,
      },
      description: 'What was said.',
    },
    schema: { type: 'object', additionalProperties: true, description: 'The form that the answer must have.' },
    maxOutput: { type: 'integer', minimum: 1, description: 'The longest answer, in tokens.' },
  },
  required: ['provider', 'system', 'messages', 'maxOutput'],
  additionalProperties: false,
} as const;

/** What it answers. */
export const llmCompleteOutput = {
  type: 'object',
  properties: {
    text: { ...text, description: 'What the model said.' },
    json: { description: 'The answer in the form of the schema.' },
    stop: { enum: ['end', 'length', 'refused'], description: 'Why it stopped.' },
    usage: {
      type: 'object',
      properties: { inputTokens: { type: 'number' }, outputTokens: { type: 'number' } },
      required: ['inputTokens', 'outputTokens'],
      additionalProperties: false,
      description: 'What it cost.',
    },
  },
  required: ['text', 'stop', 'usage'],
  additionalProperties: false,
} as const;
