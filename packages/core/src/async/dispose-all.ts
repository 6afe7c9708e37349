import { isThenable } from './maybe-promise.js';

/** Closes what can be closed, newest first, each on its own: one that fails does not keep the others open. */
export async function disposeAll(
  held: Iterable<unknown>,
  report: (error: unknown) => void,
  wait: (work: PromiseLike<unknown>) => PromiseLike<unknown> = (work) => work,
): Promise<void> {
  for (const instance of [...held].toReversed()) {
    try {
      // A provider that is made asynchronously is held as its promise.
      const closing = instance instanceof Promise ? instance.then(dispose) : dispose(instance);
      if (isThenable(closing)) await wait(closing);
    } catch (error) {
      report(error);
    }
  }
}

export function isDisposable(instance: unknown): boolean {
  if (typeof instance !== 'object' || instance === null) return false;
  return Symbol.asyncDispose in instance || Symbol.dispose in instance;
}

function dispose(instance: unknown): unknown {
  if (typeof instance !== 'object' || instance === null) return undefined;
  if (Symbol.asyncDispose in instance) return (instance as AsyncDisposable)[Symbol.asyncDispose]();
  if (Symbol.dispose in instance) return (instance as Disposable)[Symbol.dispose]();
  return undefined;
}
