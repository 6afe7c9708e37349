const text = { type: 'string' } as const;

/** Input of `llm.complete`. */
export const llmCompleteInput = {
  type: 'object',
  properties: {
    provider: { ...text, minLength: 1, description: 'Provider of the model.' },
    model: { ...text, minLength: 1, description: "Model to use. Default: the provider's own." },
    credential: { ...text, minLength: 1, description: 'Name of the stored key.' },
    system: { ...text, description: 'System prompt.' },
    messages: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { role: { const: 'user' }, text },
        required: ['role', 'text'],
        additionalProperties: false,
      },
      description: 'Messages of the conversation so far.',
    },
    schema: { type: 'object', additionalProperties: true, description: 'JSON Schema that the answer must satisfy.' },
    maxOutput: { type: 'integer', minimum: 1, description: 'Maximum length of the answer, in tokens.' },
  },
  required: ['provider', 'system', 'messages', 'maxOutput'],
  additionalProperties: false,
} as const;

/** Output of `llm.complete`. */
export const llmCompleteOutput = {
  type: 'object',
  properties: {
    text: { ...text, description: 'Answer of the model as text.' },
    json: { description: 'Answer as JSON that satisfies the schema.' },
    stop: { enum: ['end', 'length', 'refused'], description: 'Reason why the model stopped.' },
    usage: {
      type: 'object',
      properties: { inputTokens: { type: 'number' }, outputTokens: { type: 'number' } },
      required: ['inputTokens', 'outputTokens'],
      additionalProperties: false,
      description: 'Number of tokens used.',
    },
  },
  required: ['text', 'stop', 'usage'],
  additionalProperties: false,
} as const;
