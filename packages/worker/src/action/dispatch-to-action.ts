import { nearestNames } from '@helve/core';
import { CapabilityDefinitionError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { ActionEntry } from './action-mark.js';
import { capabilityActions } from './capability-actions.js';

const tables = new WeakMap<object, ReadonlyMap<string, ActionEntry>>();

/** Calls the handler of an action with one object of named arguments and returns its result. */
export function dispatchToAction(capability: object, action: string, args?: object | null): unknown {
  const actions = actionTable(capability.constructor);
  const entry = actions.get(action);
  if (entry === undefined) throw unknownAction(action, [...actions.keys()]);
  const handler: unknown = Reflect.get(capability, entry.method);
  if (typeof handler !== 'function') throw noHandler(action, entry.method);
  return Reflect.apply(handler, capability, [namedArguments(action, args)]);
}

/** Returns the cached table of a class that has instances and therefore no longer changes. */
function actionTable(capabilityClass: object): ReadonlyMap<string, ActionEntry> {
  const known = tables.get(capabilityClass);
  if (known !== undefined) return known;
  const table = capabilityActions(capabilityClass);
  tables.set(capabilityClass, table);
  return table;
}

function namedArguments(action: string, args: unknown): object {
  if (args === undefined || args === null) return {};
  if (typeof args === 'object' && !Array.isArray(args)) return args;
  throw new CapabilityInputError(`Cannot call action "${action}": its arguments are not an object`, {
    fieldsInvalid: ['args'],
  });
}

/** Creates the error for an unknown action. */
export function unknownAction(action: string, known: readonly string[]): CapabilityInputError {
  const near = nearestNames(action, known);
  const offer = near.length > 0 ? near : known;
  const hint = offer.length > 0 ? `; there is "${offer.join('", "')}"` : '; it has none';
  return new CapabilityInputError(`Cannot call action "${action}": the capability has no such action${hint}`, {
    fieldsInvalid: ['action'],
  });
}

function noHandler(action: string, method: string): CapabilityDefinitionError {
  const details = `there is no method "${method}"`;
  return new CapabilityDefinitionError(`Cannot call action "${action}": ${details}`, { details });
}
