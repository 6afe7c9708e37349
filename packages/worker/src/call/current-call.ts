import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallScope } from './call-scope.js';

const storageKey = Symbol.for('helve.current-call');
const shared = globalThis as { [storageKey]?: AsyncLocalStorage<CallScope> };
// One for all copies of this package: the one that runs a worker need not be the one that its capability imports.
const storage = (shared[storageKey] ??= new AsyncLocalStorage<CallScope>());

/** The call in which this code runs, across awaits; what a lifecycle hook left running belongs to no call once the hook is over. */
export function currentCall(): CallScope | undefined {
  const scope = storage.getStore();
  return scope !== undefined && scope.ended && scope.kind !== 'task' ? undefined : scope;
}

/** Runs code inside a scope, and everything it starts. */
export function runInScope<T>(scope: CallScope, body: () => T): T {
  return storage.run(scope, body);
}
