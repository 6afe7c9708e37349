import type { JsonObject, SchemaCompiler } from '@helve/core';
import { createSchemaCompiler, type ToolForm } from '../compile-tool.js';
import type { Dialect } from '../projection/dialect.js';

const maxDescriptionLength = 1024;

const dialect: Dialect = Object.freeze({ column: 'openai', maxDescriptionLength });

const strictDialect: Dialect = Object.freeze({
  column: 'openaiStrict',
  maxDescriptionLength,
  limits: Object.freeze({ maxProperties: 5000, maxDepth: 10, maxEnumValues: 1000, maxNameCharacters: 120_000 }),
});

/** Declares for Chat Completions: everything but the type lies under `function`. */
function declareForChat(strict: boolean): (form: ToolForm) => JsonObject {
  return ({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters, strict },
  });
}

/** Declares for Responses: flat. */
function declareForResponses(strict: boolean): (form: ToolForm) => JsonObject {
  return ({ name, description, parameters }) => ({ type: 'function', name, description, parameters, strict });
}

/** Declares for Realtime, which has no strict form. */
function declareForRealtime({ name, description, parameters }: ToolForm): JsonObject {
  return { type: 'function', name, description, parameters };
}

/** The forms of OpenAI. */
export const openaiSchemas: readonly SchemaCompiler[] = Object.freeze([
  createSchemaCompiler({ provider: 'openai', dialect, declare: declareForChat(false) }),
  createSchemaCompiler({ provider: 'openaiStrict', dialect: strictDialect, declare: declareForChat(true) }),
  createSchemaCompiler({ provider: 'openaiResponses', dialect, declare: declareForResponses(false) }),
  createSchemaCompiler({
    provider: 'openaiResponsesStrict',
    dialect: strictDialect,
    declare: declareForResponses(true),
  }),
  createSchemaCompiler({ provider: 'openaiRealtime', dialect, declare: declareForRealtime }),
]);
