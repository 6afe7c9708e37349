import { readView, type McpView } from './mcp-view.js';
import { digest, isPlainObject, mcpLeftOut, type JsonObject, type JsonSchemaObject } from '@helve/core';

/** Definition of a foreign tool, as far as anybody acts on it. */
export interface McpDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema?: JsonSchemaObject;
  readonly annotations?: JsonObject;
  /** Page that shows what the tool returns. */
  readonly ui?: McpView;
  /** Why it cannot be used; nobody is asked to agree to such a one. */
  readonly problem?: string;
}

/** Keeps what a model or a validator would read; icons and notes of the transport are none of it. */
export function toDefinition(tool: { readonly name: string; readonly inputSchema: object }): McpDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool as McpDefinition;
  const meta: unknown = Reflect.get(tool, '_meta');
  const ui = readView(meta);
  const problem = isPlainObject(meta) ? meta[mcpLeftOut] : undefined;
  const plain = {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(ui === undefined ? {} : { ui }),
    ...(typeof problem === 'string' ? { problem } : {}),
  };
  return JSON.parse(JSON.stringify(plain)) as McpDefinition;
}

/** Computes the digest that pins a definition: any word that a model would read changes it. */
export function definitionDigest(definition: McpDefinition): string {
  return digest(definition);
}

/** The parts of a definition that another one has otherwise, for whoever has to judge the change. */
export function changedParts(before: McpDefinition, after: McpDefinition): readonly string[] {
  const parts = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'ui'] as const;
  return parts.filter((part) => digest(before[part] ?? null) !== digest(after[part] ?? null));
}

/** True for a value of a file that can be a definition. */
export function isDefinition(value: unknown): value is McpDefinition {
  return isPlainObject(value) && typeof value['name'] === 'string' && isPlainObject(value['inputSchema']);
}
