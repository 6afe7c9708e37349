import { isPlainObject } from '@helve/core';
import { fromErrorData } from './error-data.js';
import { MalformedValueError } from './malformed-value-error.js';
import { UnknownWireValue, WIRE_KEY, wireTypeNamed } from './wire-type.js';
import { WireFile } from './wire-file.js';

type Decode = (data: unknown) => unknown;

/** Decoders of the wire's own kinds; each throws for data that does not fit. */
const decoders: Readonly<Record<string, Decode>> = Object.freeze({
  bytes: (data) => toBytes('bytes', data),
  buffer: (data) => Uint8Array.from(toBytes('buffer', data)).buffer,
  array: (data) => toView(data),
  date: (data) => toDate(data),
  bigint: (data) => BigInt(textLike('bigint', data, /^-?\d+$/)),
  number: (data) => Number(textLike('number', data, /^(?:NaN|-?Infinity|-0)$/)),
  undefined: () => undefined,
  regexp: (data) => toRegExp(data),
  map: (data) => new Map(pairsOf('map', data).map(([key, item]) => [decodeValue(key), decodeValue(item)])),
  set: (data) => new Set(listOf('set', data).map(decodeValue)),
  error: (data) => fromErrorData(decodeValue(data)),
  file: (data) => toFile(data),
  object: (data) =>
    Object.fromEntries(pairsOf('object', data).map(([key, item]) => [textLike('object', key), decodeValue(item)])),
});

/** Decodes a value of a frame in place, so that a frame can be decoded once; throws for a malformed one. */
export function decodeValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = decodeValue(value[at]);
    return value;
  }
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [decodeValue(key), decodeValue(item)]));
  if (value instanceof Set) return new Set([...value].map(decodeValue));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const kind = Object.hasOwn(value, WIRE_KEY) ? (value as Record<string, unknown>)[WIRE_KEY] : undefined;
  return typeof kind === 'string' ? decodeTag(kind, (value as { data?: unknown }).data) : decodeRecord(value);
}

function decodeTag(kind: string, data: unknown): unknown {
  const builtIn = Object.hasOwn(decoders, kind) ? decoders[kind] : undefined;
  if (builtIn !== undefined) return builtIn(data);
  const custom = wireTypeNamed(kind);
  return custom === undefined ? new UnknownWireValue(kind, data) : custom.decode(decodeValue(data));
}

function decodeRecord(record: object): object {
  const target = record as Record<string, unknown>;
  for (const key of Object.keys(target)) {
    const item = target[key];
    const decoded = decodeValue(item);
    if (decoded !== item)
      Object.defineProperty(target, key, { value: decoded, enumerable: true, writable: true, configurable: true });
  }
  return record;
}

function toBytes(kind: string, data: unknown): Uint8Array {
  const buffer = Buffer.from(textLike(kind, data), 'base64');
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function toDate(data: unknown): Date {
  if (data === null) return new Date(NaN);
  const date = new Date(textLike('date', data));
  if (Number.isNaN(date.getTime())) throw new MalformedValueError('date');
  return date;
}

function toRegExp(data: unknown): RegExp {
  const [source, flags] = listOf('regexp', data);
  try {
    return new RegExp(textLike('regexp', source), textLike('regexp', flags));
  } catch {
    throw new MalformedValueError('regexp');
  }
}

function toFile(data: unknown): WireFile {
  const { path, size, sha256, owner } = isPlainObject(data) ? data : {};
  if (typeof size !== 'number') throw new MalformedValueError('file');
  return new WireFile({
    size,
    path: textLike('file', path),
    sha256: textLike('file', sha256),
    owner: textLike('file', owner),
  });
}

function textLike(kind: string, data: unknown, pattern = /^/): string {
  if (typeof data === 'string' && pattern.test(data)) return data;
  throw new MalformedValueError(kind);
}

function listOf(kind: string, data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  throw new MalformedValueError(kind);
}

function pairsOf(kind: string, data: unknown): readonly (readonly [unknown, unknown])[] {
  return listOf(kind, data).map((pair) => {
    const [key, item] = listOf(kind, pair);
    return [key, item];
  });
}

const views: Readonly<Record<string, new (buffer: ArrayBuffer) => ArrayBufferView>> = Object.freeze({
  Int8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
});

function toView(data: unknown): unknown {
  const [name, text] = listOf('array', data);
  const bytes = toBytes('array', text);
  const View = typeof name === 'string' && Object.hasOwn(views, name) ? views[name] : undefined;
  if (View === undefined) return new UnknownWireValue('array', data);
  try {
    return new View(Uint8Array.from(bytes).buffer);
  } catch {
    throw new MalformedValueError('array');
  }
}
