import { digest, isPlainObject, type JsonObject, type JsonSchemaObject } from '@helve/core';

/** What a foreign server says of one of its tools, as far as anybody acts on it. */
export interface McpDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema?: JsonSchemaObject;
  readonly annotations?: JsonObject;
}

/** Keeps what a model or a validator would read; icons and notes of the transport are none of it. */
export function toDefinition(tool: { readonly name: string; readonly inputSchema: object }): McpDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool as McpDefinition;
  const plain = {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return JSON.parse(JSON.stringify(plain)) as McpDefinition;
}

/** What a definition is pinned by: any word that a model would read changes it. */
export function definitionDigest(definition: McpDefinition): string {
  return digest(definition);
}

/** The parts of a definition that another one has otherwise, for whoever has to judge the change. */
export function changedParts(before: McpDefinition, after: McpDefinition): readonly string[] {
  const parts = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
  return parts.filter((part) => digest(before[part] ?? null) !== digest(after[part] ?? null));
}

/** Whether something that was read from a file can be a definition. */
export function isDefinition(value: unknown): value is McpDefinition {
  return isPlainObject(value) && typeof value['name'] === 'string' && isPlainObject(value['inputSchema']);
}
