import { CapabilityDefinitionError } from '../error/fatal-errors.js';
import { metadataKey, ownTable, type ActionEntry, type ActionOptions } from './action-mark.js';

/** The actions of a class without decorators: the name of a method, optionally with options, or null to remove an inherited action. */
export type ActionDeclarations = {
  readonly [action: string]: string | (ActionOptions & { readonly method: string }) | null;
};

/** Any class. */
export type AnyClass = abstract new (...args: never[]) => object;

/** Returns all actions of a class by name, inherited ones included: the one table for listing, dispatch and description. */
export function capabilityActions(target: unknown): ReadonlyMap<string, ActionEntry> {
  const table = new Map<string, ActionEntry>();
  for (const owner of listPrototypes(target)) {
    for (const entry of decoratedActions(owner)) table.set(entry.action, entry);
    for (const [action, entry] of declaredActions(owner)) {
      if (entry === null) table.delete(action);
      else table.set(action, entry);
    }
  }
  return table;
}

/** Returns a class and its ancestors, the topmost first. */
function listPrototypes(target: unknown): object[] {
  const chain: object[] = [];
  for (let owner = target; typeof owner === 'function' && owner !== Function.prototype;) {
    chain.unshift(owner);
    owner = Object.getPrototypeOf(owner) as unknown;
  }
  return chain;
}

function decoratedActions(owner: object): readonly ActionEntry[] {
  const metadata: unknown = Object.getOwnPropertyDescriptor(owner, metadataKey)?.value;
  const standard = typeof metadata === 'object' && metadata !== null ? ownTable(metadata) : [];
  return [...standard, ...ownTable(owner)];
}

function declaredActions(owner: object): (readonly [string, ActionEntry | null])[] {
  const declared: unknown = Object.getOwnPropertyDescriptor(owner, 'actions')?.value;
  if (typeof declared !== 'object' || declared === null) return [];
  const decorated = new Set(decoratedActions(owner).map(({ action }) => action));
  return Object.entries(declared as ActionDeclarations).map(([action, declaration]) => {
    if (decorated.has(action)) throw twice(owner, action);
    if (declaration === null) return [action, null];
    const options = typeof declaration === 'string' ? { method: declaration } : declaration;
    return [action, Object.freeze({ ...options, action })];
  });
}

function twice(owner: object, action: string): CapabilityDefinitionError {
  const name = 'name' in owner ? String(owner.name) : 'the class';
  const details = `"${name}" declares it twice`;
  return new CapabilityDefinitionError(`Cannot declare action "${action}": ${details}`, { details });
}
