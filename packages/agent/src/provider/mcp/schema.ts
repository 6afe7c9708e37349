import {
  deepFreeze,
  type Compiled,
  type JsonObject,
  type NameMap,
  type SchemaCompiler,
  type ToolContract,
} from '@helve/core';
import { compilerVersion } from '../compile-tool.js';
import { mcpNameRule, toSafeNames } from '../provider-names.js';

/** Names tools for MCP clients: dashes stay, dots do not. */
export function toMcpNames(ids: Iterable<string>): NameMap {
  return Object.freeze(Object.fromEntries(toSafeNames(ids, mcpNameRule)));
}

// One map of names serves all tools of a registry.
const mcpNames = new WeakMap<NameMap, NameMap>();

function providerName({ id }: ToolContract, names: NameMap): string {
  const known = mcpNames.get(names) ?? toMcpNames(Object.keys(names));
  mcpNames.set(names, known);
  return (Object.hasOwn(known, id) ? known[id] : toMcpNames([id])[id]) ?? id;
}

function declare(tool: ToolContract, name: string): JsonObject {
  const { title, description, inputSchema, outputSchema, policy } = tool;
  return copyJson({
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: { readOnlyHint: policy.sideEffects !== 'writes', idempotentHint: policy.idempotent },
  });
}

function copyJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** The form of the Model Context Protocol: schemas unchanged, nothing lost. */
export const mcpSchemas: readonly SchemaCompiler[] = Object.freeze([
  Object.freeze({
    provider: 'mcp',
    version: compilerVersion,
    compile: (tool: ToolContract, names: NameMap): Compiled =>
      Object.freeze({ schema: deepFreeze(declare(tool, providerName(tool, names))), losses: [], restore: [] }),
  }),
]);
