import type { SchemaCompiler } from '@helve/core';
import { anthropicSchemas } from './anthropic/schema.js';
import { geminiSchemas } from './gemini/schema.js';
import { mcpSchemas } from './mcp/schema.js';
import { ollamaSchemas } from './ollama/schema.js';
import { openaiSchemas } from './openai/schema.js';

/** The compilers of all providers: one line for each folder. */
export const schemaCompilers: readonly SchemaCompiler[] = Object.freeze([
  ...openaiSchemas,
  ...anthropicSchemas,
  ...geminiSchemas,
  ...ollamaSchemas,
  ...mcpSchemas,
]);

/** The strict form that belongs to a key, where its provider has one. */
export const strictForms: Readonly<Record<string, string>> = Object.freeze({
  openai: 'openaiStrict',
  openaiResponses: 'openaiResponsesStrict',
  anthropic: 'anthropicStrict',
});
