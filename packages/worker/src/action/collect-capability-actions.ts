import { capabilityActions } from './capability-actions.js';

/** The names of the actions that a class handles, inherited ones too; of any class, not only of capabilities. */
export function collectCapabilityActions(target: unknown): ReadonlySet<string> {
  return new Set(capabilityActions(target).keys());
}
