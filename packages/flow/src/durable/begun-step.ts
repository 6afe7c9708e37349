const PREFIX = 'begin:';

/** The key under which a step that may happen only once says that it has begun. */
export function begunKey(key: string): string {
  return `${PREFIX}${key}`;
}

/** The first step that began and of which nobody knows how it ended. */
export function unknownStep(done: { readonly [key: string]: unknown }): string | undefined {
  return Object.keys(done)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .find((key) => !Object.hasOwn(done, key));
}
