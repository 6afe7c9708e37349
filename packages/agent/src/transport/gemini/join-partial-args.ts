import { toFields, toList, toText } from '../read-field.js';

type Container = Record<string, unknown> | unknown[];

/** Joins arguments that came in pieces to an object: each piece has a JSON path. */
export function joinPartialArgs(args: Record<string, unknown>, pieces: unknown): void {
  for (const piece of toList(pieces)) {
    const fields = toFields(piece);
    const path = toPath(toText(fields['jsonPath']));
    if (path.length === 0 || path.some((key) => key === '__proto__')) continue;
    if ('stringValue' in fields) put(args, path, (old) => toText(old) + toText(fields['stringValue']));
    else put(args, path, () => readValue(fields));
  }
}

function readValue(fields: Readonly<Record<string, unknown>>): unknown {
  return fields['numberValue'] ?? fields['boolValue'] ?? null;
}

/** Splits `$.a[0]["b c"]` into its keys. */
function toPath(path: string): (string | number)[] {
  const keys = path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\]/g);
  return Array.from(keys, ([, name, index, double, single]) => {
    if (index !== undefined) return Number(index);
    return name ?? (double ?? single ?? '').replaceAll(/\\(.)/g, '$1');
  });
}

function put(root: Container, path: readonly (string | number)[], change: (old: unknown) => unknown): void {
  let at = root;
  for (const [depth, key] of path.entries()) {
    const next = path[depth + 1];
    if (next === undefined) write(at, key, change(read(at, key)));
    else {
      const inner = read(at, key) ?? (typeof next === 'number' ? [] : {});
      if (!isContainer(inner)) return;
      write(at, key, inner);
      at = inner;
    }
  }
}

/** Limits list indexes: one far behind the end would make the list as long. */
const MAX_ITEMS = 10_000;

function read(container: Container, key: string | number): unknown {
  return Object.hasOwn(container, key) ? Reflect.get(container, key) : undefined;
}

function write(container: Container, key: string | number, value: unknown): void {
  if (Array.isArray(container) && (typeof key === 'string' || key > MAX_ITEMS)) return;
  Reflect.set(container, key, value);
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
