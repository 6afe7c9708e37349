import { fromErrorData } from './error-data.js';
import { UnknownWireValue, WIRE_KEY, wireTypeNamed } from './wire-type.js';
import { WireFile, type WireFileFields } from './wire-file.js';

type Decode = (data: unknown) => unknown;

/** Decoders of the wire's own kinds. */
const decoders: Readonly<Record<string, Decode>> = Object.freeze({
  bytes: (data) => toBytes(data),
  buffer: (data) => Uint8Array.from(toBytes(data)).buffer,
  array: (data) => toView(data as [string, string]),
  date: (data) => new Date(typeof data === 'string' ? data : NaN),
  bigint: (data) => BigInt(String(data)),
  number: Number,
  undefined: () => undefined,
  regexp: (data) => new RegExp(...(data as [string, string])),
  map: (data) => new Map((data as [unknown, unknown][]).map(([key, item]) => [decodeValue(key), decodeValue(item)])),
  set: (data) => new Set((data as unknown[]).map(decodeValue)),
  error: (data) => fromErrorData(decodeValue(data)),
  file: (data) => new WireFile(data as WireFileFields),
  object: (data) => Object.fromEntries((data as [string, unknown][]).map(([key, item]) => [key, decodeValue(item)])),
});

/** Decodes a value of a frame in place, so that a frame can be decoded once. */
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

function toBytes(data: unknown): Uint8Array {
  const buffer = Buffer.from(String(data), 'base64');
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
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

function toView([name, data]: readonly [string, string]): unknown {
  const View = Object.hasOwn(views, name) ? views[name] : undefined;
  return View === undefined
    ? new UnknownWireValue('array', [name, data])
    : new View(Uint8Array.from(toBytes(data)).buffer);
}
