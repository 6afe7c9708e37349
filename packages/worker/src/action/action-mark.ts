import type { ToolPolicy, ToolSchema } from '@helve/core';

/** What an author says of an action beside its name. */
export interface ActionOptions {
  readonly input?: ToolSchema;
  readonly output?: ToolSchema;
  readonly description?: string;
  readonly policy?: Partial<ToolPolicy>;
}

/** One action: the method that handles it, by name, and what its author said of it. */
export interface ActionEntry extends ActionOptions {
  readonly action: string;
  readonly method: string;
}

// Registered, so that two copies of this package read each other's marks.
const markKey = Symbol.for('helve.capability-action');
const tableKey = Symbol.for('helve.capability-actions');

/** The key under which decorators keep metadata. The platform may not have it yet, and compilers look for it. */
export const metadataKey: symbol = metadataSymbol();

function metadataSymbol(): symbol {
  const symbols: { metadata?: symbol } = Symbol;
  symbols.metadata ??= Symbol.for('Symbol.metadata');
  return symbols.metadata;
}

/** Marks a function as the handler of an action; it is called as before. */
export function markAction(method: object, entry: ActionEntry): void {
  Object.defineProperty(method, markKey, { value: entry, configurable: true });
}

/** What `capabilityAction` said of a function; undefined if it said nothing. */
export function actionOf(method: unknown): ActionEntry | undefined {
  return typeof method === 'function' ? (ownValue(method, markKey) as ActionEntry | undefined) : undefined;
}

/** The marks that stand on one owner itself: a class, or the metadata of one. */
export function ownTable(owner: object): readonly ActionEntry[] {
  const table = ownValue(owner, tableKey);
  return Array.isArray(table) ? (table as readonly ActionEntry[]) : [];
}

/** Adds to the marks of one owner; those it inherits are not touched. */
export function writeTable(owner: object, entry: ActionEntry): void {
  const value = Object.freeze([...ownTable(owner), entry]);
  Object.defineProperty(owner, tableKey, { value, configurable: true });
}

function ownValue(owner: object, key: symbol): unknown {
  return Object.getOwnPropertyDescriptor(owner, key)?.value;
}
