import type { JsonObject, SchemaCompiler } from '@helve/core';
import { createSchemaCompiler, type ToolForm } from '../compile-tool.js';
import type { Dialect } from '../projection/dialect.js';
import { toolNameRule as parameterName } from '../provider-names.js';

const parametersDialect: Dialect = Object.freeze({
  column: 'geminiParameters',
  parameterName,
  ordersProperties: true,
  omitsEmpty: true,
  maxInlined: 3,
});

const jsonSchemaDialect: Dialect = Object.freeze({
  column: 'geminiJsonSchema',
  parameterName,
  refusesRequiredCycles: true,
});

function declareNative({ name, description, parameters }: ToolForm): JsonObject {
  return { name, description, ...(Object.keys(parameters).length === 0 ? {} : { parameters }) };
}

function declareJsonSchema({ name, description, parameters }: ToolForm): JsonObject {
  return { name, description, parametersJsonSchema: parameters };
}

/** Behaviour of the Live API during a call: it waits for the result, or goes on talking. */
export interface GeminiLiveSchemaOptions {
  readonly behavior?: 'BLOCKING' | 'NON_BLOCKING';
}

/** Creates the form of the Live API. */
export function createGeminiLiveSchema({ behavior = 'BLOCKING' }: GeminiLiveSchemaOptions = {}): SchemaCompiler {
  return createSchemaCompiler({
    provider: 'geminiLive',
    dialect: parametersDialect,
    declare: (form) => ({ ...declareNative(form), behavior }),
  });
}

/** The forms of Gemini. */
export const geminiSchemas: readonly SchemaCompiler[] = Object.freeze([
  createSchemaCompiler({ provider: 'geminiNative', dialect: parametersDialect, declare: declareNative }),
  createSchemaCompiler({ provider: 'geminiJsonSchema', dialect: jsonSchemaDialect, declare: declareJsonSchema }),
  createGeminiLiveSchema(),
]);
