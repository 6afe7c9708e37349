import type { ToolPolicy, ToolSchema } from '@helve/core';

/** Result of a generator for a caller that takes no stream: all values as a list, or the last one. */
export type ActionStreams = 'list' | 'last';

/** Options of an action. */
export interface ActionOptions {
  readonly input?: ToolSchema;
  readonly output?: ToolSchema;
  readonly description?: string;
  readonly policy?: Partial<ToolPolicy>;
  /** Default of a generator: `list`. */
  readonly streams?: ActionStreams;
}

/** One action: the name of the method that handles it, and its options. */
export interface ActionEntry extends ActionOptions {
  readonly action: string;
  readonly method: string;
}

// Registered, so that two copies of this package read each other's marks.
const markKey = Symbol.for('helve.capability-action');
const tableKey = Symbol.for('helve.capability-actions');

/** The key under which decorators store metadata. Defined here where the platform lacks it, since compilers look for it. */
export const metadataKey: symbol = metadataSymbol();

function metadataSymbol(): symbol {
  const symbols: { metadata?: symbol } = Symbol;
  symbols.metadata ??= Symbol.for('Symbol.metadata');
  return symbols.metadata;
}

/** Marks a function as the handler of an action; calling it does not change. */
export function markAction(method: object, entry: ActionEntry): void {
  Object.defineProperty(method, markKey, { value: entry, configurable: true });
}

/** Returns the mark of a function; undefined when it has none. */
export function actionOf(method: unknown): ActionEntry | undefined {
  return typeof method === 'function' ? (ownValue(method, markKey) as ActionEntry | undefined) : undefined;
}

/** Returns the marks on one owner itself: a class, or the metadata of one. */
export function ownTable(owner: object): readonly ActionEntry[] {
  const table = ownValue(owner, tableKey);
  return Array.isArray(table) ? (table as readonly ActionEntry[]) : [];
}

/** Adds a mark to one owner; inherited marks are not touched. */
export function writeTable(owner: object, entry: ActionEntry): void {
  const value = Object.freeze([...ownTable(owner), entry]);
  Object.defineProperty(owner, tableKey, { value, configurable: true });
}

function ownValue(owner: object, key: symbol): unknown {
  return Object.getOwnPropertyDescriptor(owner, key)?.value;
}
