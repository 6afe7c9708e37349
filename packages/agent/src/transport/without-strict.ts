import type { Json, JsonObject } from '@helve/core';
import type { ProviderRequest } from './protocol.js';
import { toFields, isFields, toList } from './read-field.js';

/** True when some tool of a request is strict. */
export function hasStrictTools(request: ProviderRequest): boolean {
  return toList(request['tools']).some((tool) => isStrict(tool) || isStrict(toFields(tool)['function']));
}

/** Copies a request with `strict` turned off for every tool. */
export function withoutStrict(request: ProviderRequest): ProviderRequest {
  const tools = request['tools'];
  return Array.isArray(tools) ? { ...request, tools: tools.map((tool: Json) => loosen(tool)) } : request;
}

function loosen(tool: Json): Json {
  if (!isObject(tool)) return tool;
  const inner = tool['function'];
  if (inner !== undefined) return { ...tool, function: loosen(inner) };
  if (tool['strict'] !== true) return tool;
  // Anthropic's form has no `strict: false`.
  const { strict: _, ...loose } = tool;
  return 'input_schema' in tool ? loose : { ...loose, strict: false };
}

function isObject(value: Json): value is JsonObject {
  return isFields(value);
}

function isStrict(value: unknown): boolean {
  return toFields(value)['strict'] === true;
}
