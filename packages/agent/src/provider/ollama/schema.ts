import type { SchemaCompiler } from '@helve/core';
import { createSchemaCompiler } from '../compile-tool.js';
import type { Dialect } from '../projection/dialect.js';

const dialect: Dialect = Object.freeze({ column: 'ollama' });

/** The form of Ollama. */
export const ollamaSchemas: readonly SchemaCompiler[] = Object.freeze([
  createSchemaCompiler({
    provider: 'ollama',
    dialect,
    declare: ({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }),
  }),
]);
