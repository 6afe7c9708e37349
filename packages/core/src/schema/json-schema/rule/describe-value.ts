import { isPlainObject } from '../../../json/is-plain-object.js';

const maxLength = 60;
const maxShownDepth = 3;

/** Describes a value by its type and beginning, for a message: `string "4"`, `null`, `array [1,2]`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'object') return describeObject(value);
  if (typeof value === 'function' || typeof value === 'symbol') return typeof value;
  return `${typeof value} ${quoteValue(value)}`;
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return `array ${quoteValue(value)}`;
  return isPlainObject(value) ? `object ${quoteValue(value)}` : 'a class instance';
}

/** A value as JSON, cut after about 60 characters; safe for cyclic, huge and non-JSON values. */
export function quoteValue(value: unknown): string {
  const text = write(value, maxLength + 1, 0);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function write(value: unknown, room: number, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (typeof value !== 'object' || value === null) return writeScalar(value);
  if (depth >= maxShownDepth) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) return `[${writeAll(value, room, (item) => write(item, room, depth + 1))}]`;
  if (!isPlainObject(value)) return '{…}';
  const names = firstNames(value, room);
  return `{${writeAll(names, room, (name) => `${write(name, room, depth)}:${write(value[name], room, depth + 1)}`)}}`;
}

function writeScalar(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'function' || typeof value === 'symbol' ? typeof value : String(value);
}

function writeAll<T>(parts: readonly T[], room: number, writePart: (part: T) => string): string {
  let text = '';
  for (const part of parts) {
    if (text.length > room) break;
    text += (text === '' ? '' : ',') + writePart(part);
  }
  return text;
}

function firstNames(value: Record<string, unknown>, count: number): string[] {
  const names: string[] = [];
  for (const name in value) {
    if (names.length >= count) break;
    if (Object.hasOwn(value, name)) names.push(name);
  }
  return names;
}
