import type { JsonSchemaObject, ToolRecord } from '@helve/core';
import type { ManifestAction } from '../manifest/manifest.js';
import type { SurfaceMethod } from '../surface/structural-surface.js';

/** A gap in a tool record because nothing was declared. */
export interface ToolLoss {
  readonly toolId: string;
  readonly reason: string;
}

export type ToolSchemas = Pick<ToolRecord, 'inputSchema' | 'outputSchema' | 'noSchemaMode'>;

/** Known facts about one action or method. */
export interface SchemaSources {
  readonly declared?: Pick<ManifestAction, 'input' | 'output'> | undefined;
  readonly method?: SurfaceMethod | undefined;
}

/**
 * Returns the schemas of a tool: declared ones, else the names of its arguments, else any object; anything less than
 * declared is a loss.
 */
export function toolSchemas(
  toolId: string,
  { declared, method }: SchemaSources,
): { readonly schemas: ToolSchemas; readonly loss?: ToolLoss } {
  const output = declared?.output ?? method?.output;
  const outputSchema = output === undefined ? {} : { outputSchema: output };
  const input = declared?.input ?? method?.input;
  if (input !== undefined) return { schemas: { inputSchema: input, ...outputSchema } };
  const names = parameterNames(method);
  if (names === undefined) {
    const schemas: ToolSchemas = { inputSchema: anything, noSchemaMode: 'human-approval', ...outputSchema };
    return { schemas, loss: { toolId, reason: 'its arguments are unknown and cannot be checked' } };
  }
  return {
    schemas: { inputSchema: namedAnything(names), ...outputSchema },
    loss: { toolId, reason: 'only the names of its arguments are known' },
  };
}

const anything: JsonSchemaObject = Object.freeze({ type: 'object', additionalProperties: true });

/** Returns the keys of the named arguments; undefined when the code does not show them. */
function parameterNames(method: SurfaceMethod | undefined): readonly string[] | undefined {
  if (method === undefined) return undefined;
  if (method.named !== undefined) return method.named;
  return method.params.length === 0 ? [] : undefined;
}

function namedAnything(names: readonly string[]): JsonSchemaObject {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, {}])),
    additionalProperties: false,
  };
}
