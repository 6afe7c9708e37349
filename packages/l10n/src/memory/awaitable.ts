/** A value that is here, or will be. Who has it at once need not make a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value as soon as it is here: now, where it is. */
export function whenHere<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Goes on with values as soon as all are here: now, where they are. */
export function whenAllHere<Value, Result>(
  values: readonly Awaitable<Value>[],
  next: (values: readonly Value[]) => Awaitable<Result>,
): Awaitable<Result> {
  return values.every(isHere) ? next(values) : Promise.all(values).then(next);
}

function isHere<Value>(value: Awaitable<Value>): value is Value {
  return !(value instanceof Promise);
}
