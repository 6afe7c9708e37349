import { isPlainObject, type Json, type JsonObject, type SchemaCompiler } from '@helve/core';
import { createSchemaCompiler, type ToolForm } from '../compile-tool.js';
import type { Dialect } from '../projection/dialect.js';
import { projectArguments } from '../restore/project-arguments.js';

const parameterName = Object.freeze({ safe: /^[a-zA-Z0-9_.-]{1,64}$/, unsafe: /[^a-zA-Z0-9_.-]/g, maxLength: 64 });

const dialect: Dialect = Object.freeze({ column: 'anthropic', parameterName });
const strictDialect: Dialect = Object.freeze({ column: 'anthropicStrict', parameterName });

function declare(strict: { readonly strict?: true }): (form: ToolForm) => JsonObject {
  return (form) => ({
    name: form.name,
    description: form.description,
    input_schema: form.parameters,
    ...strict,
    ...toExamples(form),
  });
}

/** Returns the tool's own examples under the declared names. */
function toExamples({ tool, restore }: ToolForm): { readonly input_examples?: readonly Json[] } {
  const examples = (tool.docs?.examples ?? []).filter((example) => isPlainObject(example));
  if (examples.length === 0) return {};
  // A copy: what is declared is frozen, and the tool's own examples are not ours to freeze.
  const copies = JSON.parse(JSON.stringify(examples)) as Json[];
  return { input_examples: copies.map((example) => projectArguments(restore, example) as Json) };
}

/** The forms of Anthropic. */
export const anthropicSchemas: readonly SchemaCompiler[] = Object.freeze([
  createSchemaCompiler({ provider: 'anthropic', dialect, declare: declare({}) }),
  createSchemaCompiler({ provider: 'anthropicStrict', dialect: strictDialect, declare: declare({ strict: true }) }),
]);
