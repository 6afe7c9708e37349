/** A value, or one that comes later. */
export type MaybePromise<T> = T | Promise<T>;
