/** A value, or a promise of one. A value that is available needs no promise. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Continues with a value as soon as it is available: synchronously if it is. */
export function whenHere<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Continues with values as soon as all are available: synchronously if they are. */
export function whenAllHere<Value, Result>(
  values: readonly Awaitable<Value>[],
  next: (values: readonly Value[]) => Awaitable<Result>,
): Awaitable<Result> {
  return values.every(isHere) ? next(values) : Promise.all(values).then(next);
}

function isHere<Value>(value: Awaitable<Value>): value is Value {
  return !(value instanceof Promise);
}
