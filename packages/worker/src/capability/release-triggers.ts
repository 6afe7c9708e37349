import { configJsonSchema } from './config-schema.js';
import { optionalHook } from './optional-hook.js';
import { releaseHook, reloadTriggers, type CapabilityClassLike } from './reload-trigger.js';

/** Calls the release hook of every trigger whose field changed: once each, in the order of the schema. */
export async function releaseTriggers(
  capability: object,
  changed: ReadonlySet<string>,
  complain: (message: string) => void,
): Promise<void> {
  for (const trigger of firedTriggers(capability.constructor, changed, complain)) {
    const hook = releaseHook(trigger);
    if (hook === undefined) continue;
    try {
      await optionalHook(capability, hook)?.();
    } catch (error) {
      complain(`The release hook "${hook}" failed: ${String(error)}`);
    }
  }
}

function firedTriggers(
  capabilityClass: CapabilityClassLike,
  changed: ReadonlySet<string>,
  complain: (message: string) => void,
): ReadonlySet<string> {
  const { configClass } = capabilityClass;
  if (configClass === undefined || changed.size === 0) return new Set();
  try {
    const triggers = reloadTriggers(configJsonSchema(configClass));
    return new Set([...triggers].filter(([field]) => changed.has(field)).map(([, trigger]) => trigger));
  } catch (error) {
    complain(`The triggers of "configClass" cannot be read: ${String(error)}`);
    return new Set();
  }
}
