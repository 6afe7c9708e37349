import {
  isPlainObject,
  type Compiled,
  type JsonObject,
  type JsonSchemaObject,
  type Refused,
  type ToolContract,
} from '@helve/core';
import { schemaCompilers } from '@helve/agent';

/** A tool with this input and nothing else to say. */
export function toolWith(inputSchema: object, more: Partial<ToolContract> = {}): ToolContract {
  return {
    id: 'demo.tool',
    name: 'demo.tool',
    description: 'Does it.',
    version: '1.0.0',
    inputSchema: inputSchema as JsonSchemaObject,
    policy: { category: 'utility', sideEffects: 'none', effects: [], idempotent: true, requiresConfirmation: false },
    tags: [],
    ...more,
  };
}

/** What one provider makes of a tool. */
export function compileFor(provider: string, tool: ToolContract): Compiled | Refused {
  const compiler = schemaCompilers.find((candidate) => candidate.provider === provider);
  if (compiler === undefined) throw new Error(`Cannot compile for "${provider}": no such key`);
  return compiler.compile(tool, { [tool.id]: 'demo_tool' });
}

/** The schema of the parameters in a declaration, wherever the provider wants it. */
export function parametersOf(declaration: JsonObject): JsonObject {
  const body = isPlainObject(declaration['function']) ? declaration['function'] : declaration;
  const found = ['parameters', 'input_schema', 'parametersJsonSchema', 'inputSchema'].map((key) => body[key]);
  return (found.find((value) => value !== undefined) ?? { type: 'object', properties: {} }) as JsonObject;
}
