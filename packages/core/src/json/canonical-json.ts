import { isPlainObject } from './is-plain-object.js';

const MAX_DEPTH = 1000;

/** The one JSON text of a value (RFC 8785): equal values give equal bytes. Throws on what JSON cannot hold. */
export function canonicalJson(value: unknown): string {
  return write(value, []);
}

function write(value: unknown, path: string[]): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'string':
      return writeString(value, path);
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : refuse(`the number ${value}`, path);
    case 'object':
      return value === null ? 'null' : writeContainer(value, path);
    default:
      return refuse(`a value of type ${typeof value}`, path);
  }
}

function writeContainer(value: object, path: string[]): string {
  if (path.length > MAX_DEPTH) return refuse('a cycle, or a value too deep', path.slice(0, 8));
  if (Array.isArray(value)) return `[${value.map((item, index) => writeAt(String(index), item, path)).join(',')}]`;
  if (!isPlainObject(value)) return refuse('an instance of a class', path);
  const members: string[] = [];
  // The default order compares UTF-16 code units, which is the order the RFC asks for.
  for (const key of Object.keys(value).toSorted()) {
    if (value[key] !== undefined) members.push(`${writeString(key, path)}:${writeAt(key, value[key], path)}`);
  }
  return `{${members.join(',')}}`;
}

function writeAt(key: string, value: unknown, path: string[]): string {
  path.push(key);
  const text = write(value, path);
  path.pop();
  return text;
}

function writeString(value: string, path: readonly string[]): string {
  return value.isWellFormed() ? JSON.stringify(value) : refuse('a string with half a surrogate pair', path);
}

function refuse(what: string, path: readonly string[]): never {
  throw new TypeError(`Cannot write canonical JSON: ${what} has no JSON form, at "${['', ...path].join('/')}"`);
}
