import { optionalHook } from './optional-hook.js';
import type { Config, ToolCapability } from './tool-capability.js';

/**
 * Outcome of a change: applied; refused before anything happened; undone, with the old configuration restored; or
 * lost, when only a new worker helps.
 */
export type ConfigOutcome =
  | { readonly state: 'applied' }
  | { readonly state: 'refused' | 'restored' | 'lost'; readonly error: unknown };

/** Changes the configuration of a capability completely or not at all: prepares, releases, applies, and rolls back on failure. */
export async function changeConfig(capability: ToolCapability, old: Config, next: Config): Promise<ConfigOutcome> {
  try {
    await optionalHook(capability, '_prepareConfig')?.(next);
  } catch (error) {
    return { state: 'refused', error };
  }
  try {
    await capability.reconfigure(old, next);
    return { state: 'applied' };
  } catch (error) {
    return restore(capability, old, next, error);
  }
}

async function restore(capability: ToolCapability, old: Config, next: Config, error: unknown): Promise<ConfigOutcome> {
  try {
    await capability.reconfigure(next, old);
    return { state: 'restored', error };
  } catch (again) {
    return { state: 'lost', error: new AggregateError([error, again], 'The old configuration could not be restored') };
  }
}
