import type { JsonSchema, JsonSchemaObject } from '@helve/core';
import { configFields, configJsonSchema } from './config-schema.js';

/** Schema keyword on a field of `configClass`: names the resource to release before the field changes. */
export const RELOAD_TRIGGER = 'x-reload-trigger';

/** Returns the trigger of each field that has one, in the order of declaration. */
export function reloadTriggers(schema: JsonSchemaObject): ReadonlyMap<string, string> {
  const triggers = new Map<string, string>();
  for (const [field, own] of configFields(schema)) {
    const trigger = triggerIn(own, schema, 0);
    if (trigger !== undefined) triggers.set(field, trigger);
  }
  return triggers;
}

/** Returns the name of the hook that a trigger calls; undefined when the trigger is not a camelCase identifier. */
export function releaseHook(trigger: string): string | undefined {
  if (!/^[a-z][A-Za-z0-9]*$/.test(trigger)) return undefined;
  return `_release${trigger.charAt(0).toUpperCase()}${trigger.slice(1)}`;
}

/** A trigger that cannot work, and the reason. */
export interface TriggerProblem {
  readonly field: string;
  readonly trigger: string;
  readonly message: string;
}

/** Finds triggers of a class that call no hook. */
export function checkTriggers(capabilityClass: CapabilityClassLike): readonly TriggerProblem[] {
  const { configClass } = capabilityClass;
  if (configClass === undefined) return [];
  const problems: TriggerProblem[] = [];
  for (const [field, trigger] of reloadTriggers(configJsonSchema(configClass))) {
    const hook = releaseHook(trigger);
    if (hook === undefined) problems.push({ field, trigger, message: `"${trigger}" is not a camelCase identifier` });
    else if (!(hook in capabilityClass.prototype)) problems.push({ field, trigger, message: `there is no "${hook}"` });
  }
  return problems;
}

/** The part of a capability class that triggers use. */
export interface CapabilityClassLike {
  readonly configClass?: Parameters<typeof configJsonSchema>[0];
  readonly prototype: object;
}

const maxDepth = 8;

/** Searches the wrappers that libraries put around a field: references, unions with null, intersections. */
function triggerIn(schema: JsonSchema, root: JsonSchemaObject, depth: number): string | undefined {
  if (typeof schema === 'boolean' || depth > maxDepth) return undefined;
  const own = schema[RELOAD_TRIGGER];
  if (typeof own === 'string') return own;
  const name = schema.$ref?.match(/^#\/\$defs\/([^/]+)$/)?.[1];
  const target = name === undefined ? undefined : root.$defs?.[name];
  const inner = [target, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const branch of inner) {
    const trigger = branch === undefined ? undefined : triggerIn(branch, root, depth + 1);
    if (trigger !== undefined) return trigger;
  }
  return undefined;
}
