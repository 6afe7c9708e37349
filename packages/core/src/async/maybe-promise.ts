/** A value that is here, or a promise of it: where there is nothing to wait for, nobody waits. */
export type MaybePromise<T> = T | Promise<T>;

/** True for promises, and for foreign objects that can be awaited like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** True for a value that is still on its way. */
export function isPending<T>(value: MaybePromise<T>): value is Promise<T> {
  return isThenable(value);
}

/** Goes on with a value as soon as it is here: at once where it is. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPending(value) ? value.then(next) : next(value);
}

/** Gathers values into one list; a promise only if one of them is. */
export function gather<T>(values: readonly MaybePromise<T>[]): MaybePromise<readonly T[]> {
  return values.every(isHere) ? values : Promise.all(values);
}

function isHere<T>(value: MaybePromise<T>): value is T {
  return !isPending(value);
}
