/** A value that is here, or will be. Who has it at once need not make a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value as soon as it is here: now, where it is. */
export function whenHere<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
