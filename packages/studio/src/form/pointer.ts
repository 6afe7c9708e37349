/** Creates the pointer to a member of the value at `pointer`. */
export function memberPointer(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the value at a JSON pointer; `undefined` when there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** Finds the field that shows an issue: the one it points at, or the nearest one around it. */
export function nearestPointer(pointer: string, known: ReadonlySet<string>): string | undefined {
  for (let candidate = pointer; candidate !== ''; candidate = candidate.slice(0, candidate.lastIndexOf('/'))) {
    if (known.has(candidate)) return candidate;
  }
  return known.has('') ? '' : undefined;
}
