/** Writes an answer as JSON; values that JSON cannot hold become texts and lists rather than nothing. */
export function toPrintable(value: unknown, indent?: number): string {
  return JSON.stringify(value ?? null, replace, indent);
}

function replace(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value];
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return value;
}
