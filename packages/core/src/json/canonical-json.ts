import { isPlainObject } from './is-plain-object.js';

const MAX_DEPTH = 1000;

/** A name or an index on the way to a value, and those before it. */
interface Place {
  readonly outer: Place | undefined;
  readonly name: string | number;
  readonly depth: number;
}

/** The one JSON text of a value (RFC 8785): equal values give equal bytes. Throws on what JSON cannot hold. */
export function canonicalJson(value: unknown): string {
  return isContainer(value) ? writeContainer(value, undefined) : writeLeaf(value, undefined, undefined);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Writes a member; a place is made only for what has members itself. */
function writeMember(name: string | number, value: unknown, outer: Place | undefined): string {
  return isContainer(value) ? writeContainer(value, placeOf(name, outer)) : writeLeaf(value, name, outer);
}

function placeOf(name: string | number, outer: Place | undefined): Place {
  return { outer, name, depth: outer === undefined ? 1 : outer.depth + 1 };
}

function writeLeaf(value: unknown, name: string | number | undefined, outer: Place | undefined): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'string':
      if (value.isWellFormed()) return JSON.stringify(value);
      return refuse('a string with half a surrogate pair', name, outer);
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : refuse(`the number ${value}`, name, outer);
    default:
      return value === null ? 'null' : refuse(`a value of type ${typeof value}`, name, outer);
  }
}

function writeContainer(value: object, place: Place | undefined): string {
  if (place !== undefined && place.depth > MAX_DEPTH) return refuse('a cycle, or a value too deep', undefined, place);
  if (Array.isArray(value)) return writeList(value, place);
  if (!isPlainObject(value)) return refuse('an instance of a class', undefined, place);
  let members = '';
  for (const name of sortedNames(value)) {
    const member = value[name];
    if (member === undefined) continue;
    if (members !== '') members += ',';
    // The name of a member is a string of the object that holds it.
    members += `${writeLeaf(name, undefined, place)}:${writeMember(name, member, place)}`;
  }
  return `{${members}}`;
}

function writeList(items: readonly unknown[], place: Place | undefined): string {
  let members = '';
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) members += ',';
    members += writeMember(index, items[index], place);
  }
  return `[${members}]`;
}

/** Sorts by UTF-16 code units, which is the order the RFC asks for; names that are in order already stay as they are. */
function sortedNames(value: object): string[] {
  const names = Object.keys(value);
  for (let index = 1; index < names.length; index += 1) {
    if ((names[index - 1] ?? '') > (names[index] ?? '')) return names.sort();
  }
  return names;
}

/** Longest path that a message tells: that of a cycle has no end. */
const MAX_NAMES = 8;

function refuse(what: string, name: string | number | undefined, outer: Place | undefined): never {
  const names = name === undefined ? [] : [name];
  for (let place = outer; place !== undefined; place = place.outer) names.unshift(place.name);
  const path = names.length > MAX_DEPTH ? names.slice(0, MAX_NAMES) : names;
  throw new TypeError(`Cannot write canonical JSON: ${what} has no JSON form, at "${['', ...path].join('/')}"`);
}
