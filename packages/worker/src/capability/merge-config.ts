import type { ToolSchema } from '@helve/core';
import { checkConfig, type CheckedConfig, type ConfigCheckOptions } from './check-config.js';
import { fieldsThatChanged } from './fields-that-changed.js';
import type { Config } from './tool-capability.js';

/** Returns the initial configuration of an instance, key by key: the caller's values, then recorded ones, then defaults. */
export function effectiveConfig(
  schema: ToolSchema,
  { caller, record }: { readonly caller?: Config | null | undefined; readonly record?: Config | null | undefined },
  options?: ConfigCheckOptions,
): Promise<CheckedConfig> {
  return checkConfig(schema, { ...record, ...caller }, options);
}

/** A change of some top-level keys: null is a value, and unset keys return to their defaults. */
export interface ConfigPatch {
  readonly patch?: Config | null | undefined;
  readonly unset?: readonly string[] | undefined;
}

/** A valid configuration with the keys that changed. */
export interface ConfigChange extends CheckedConfig {
  readonly changed: ReadonlySet<string>;
}

/** Returns the configuration after an update; nested values are replaced whole. */
export function updatedConfig(
  schema: ToolSchema,
  current: Config,
  { patch, unset = [] }: ConfigPatch,
  options?: ConfigCheckOptions,
): Promise<ConfigChange> {
  const remaining = Object.fromEntries(Object.entries(current).filter(([key]) => !unset.includes(key)));
  return replacedConfig(schema, current, { ...remaining, ...patch }, options);
}

/** Returns the configuration after a replacement; missing keys return to their defaults. */
export async function replacedConfig(
  schema: ToolSchema,
  current: Config,
  next: Config,
  options?: ConfigCheckOptions,
): Promise<ConfigChange> {
  const checked = await checkConfig(schema, next, options);
  return { ...checked, changed: fieldsThatChanged(current, checked.config) };
}
