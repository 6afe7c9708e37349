import { frozenCopy } from '../json/deep-freeze.js';
import type { HooksByStage, ToolHookSource } from '../contract/hook.js';
import { isPlainObject } from '../json/is-plain-object.js';
import type { ToolRecord } from '../contract/tool.js';
import { isStandardSchema } from '../schema/to-json-schema.js';
import { classOf } from '../tool/tool-from-class.js';

// Frozen all the way down, and held by nobody who could have kept a part that is not.
const sealedTools = new WeakSet<ToolRecord>();

/** Says that a record needs no copy: whoever made it froze all of it. */
export function asSealed(tool: ToolRecord): ToolRecord {
  sealedTools.add(tool);
  return tool;
}

/** A frozen copy of a tool, so that later changes to what its author holds do not reach it. Hooks stay who they are. */
export function sealTool(tool: ToolRecord): ToolRecord {
  if (sealedTools.has(tool)) return tool;
  return asSealed(copyOf(tool));
}

function copyOf(tool: ToolRecord): ToolRecord {
  // An instance may rely on its prototype and private fields, a class record on its identity: they are taken as they are.
  if (!isPlainObject(tool) || classOf(tool) !== undefined) return Object.freeze(tool);
  const { inputSchema, outputSchema, hooksByStage, hooks, execute: _, ...data } = tool;
  return Object.freeze({
    ...frozenCopy(data),
    inputSchema: sealSchema(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: sealSchema(outputSchema) }),
    hooksByStage: sealStages(hooksByStage),
    ...(hooks === undefined ? {} : { hooks: Object.freeze([...hooks]) }),
    execute: tool.execute,
  });
}

function sealSchema<Schema>(schema: Schema): Schema {
  return isStandardSchema(schema) ? schema : frozenCopy(schema);
}

/** Frozen copies of all lists. */
export function sealStages(hooksByStage: HooksByStage): HooksByStage {
  const sealed = Object.entries(hooksByStage).map(([stage, hooks]) => [stage, sealList(hooks)] as const);
  return Object.freeze(Object.fromEntries(sealed));
}

function sealList(hooks: readonly ToolHookSource[]): readonly ToolHookSource[] {
  return Object.freeze([...hooks]);
}
