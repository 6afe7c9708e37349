import type { MaybePromise } from '@helve/core';
import type { Disposer } from './cancel-callbacks.js';

/** Runs `undo` after a function or, without one, at the end of a `using` block. */
export function whileDisposable<T>(undo: Disposer, body: (() => MaybePromise<T>) | undefined): Disposable | Promise<T> {
  return body === undefined ? { [Symbol.dispose]: undo } : runThenUndo(undo, body);
}

async function runThenUndo<T>(undo: Disposer, body: () => MaybePromise<T>): Promise<T> {
  try {
    return await body();
  } finally {
    undo();
  }
}
