import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallScope } from './call-scope.js';

const storageKey = Symbol.for('helve.current-call');
const shared = globalThis as { [storageKey]?: AsyncLocalStorage<CallScope> };
// Shared by all copies of this package: the one that runs a worker may differ from the one that its capability
// imports.
const storage = (shared[storageKey] ??= new AsyncLocalStorage<CallScope>());

/**
 * Returns the call in which this code runs, across awaits. Code that a lifecycle hook left running belongs to no call
 * once the hook is over.
 */
export function currentCall(): CallScope | undefined {
  const scope = storage.getStore();
  return scope !== undefined && scope.ended && scope.kind !== 'task' ? undefined : scope;
}

/** Runs code, and everything it starts, inside a scope. */
export function runInScope<T>(scope: CallScope, body: () => T): T {
  return storage.run(scope, body);
}
