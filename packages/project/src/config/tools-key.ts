import { isPlainObject, type JsonSchemaObject, type ToolLike } from '@helve/core';
import type { ProblemDetail } from '../project-errors.js';
import { checkByName, flowKeySchemas, type ConfigByName } from './flow-keys.js';
import { checkList, listSchema, text, type Shape } from './shape.js';

/** A tool, a class decorated with `@Tool`, or a path relative to the config: of a module that exports some, of a folder of tool folders, or of a built registry. */
export type ConfiguredTool = ToolLike | string;

/** Tools in a list, which may also hold config of flow tools under `presets`; or nothing but that config, by tool. */
export type ToolsKey = readonly (ConfiguredTool | { readonly presets: ConfigByName })[] | ConfigByName;

const entry: Shape = {
  wanted: 'a tool, a decorated class, a module path or { presets }',
  holds: isToolEntry,
  schema: { anyOf: [text.schema, { type: 'object' }] },
};
export const toolsSchema: JsonSchemaObject = { anyOf: [listSchema(entry), flowKeySchemas.byName] };

export function checkTools(value: unknown, where: string): readonly ProblemDetail[] {
  if (isPlainObject(value)) return checkByName(value, where);
  return checkList(entry)(value, where);
}

function isToolEntry(value: unknown): boolean {
  return (
    text.holds(value) ||
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value))
  );
}
