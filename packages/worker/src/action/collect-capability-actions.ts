import { capabilityActions } from './capability-actions.js';

/** Returns the names of the actions that any class handles, inherited ones included. */
export function collectCapabilityActions(target: unknown): ReadonlySet<string> {
  return new Set(capabilityActions(target).keys());
}
