import { noteSentFile } from './call-files.js';
import { toErrorData } from './error-data.js';
import { UnknownWireValue, WIRE_KEY, findWireType } from './wire-type.js';
import { WireFile } from './wire-file.js';

/** Encodings: JSON text, or values that structured clone copies. */
export type WireMode = 'json' | 'clone';

export interface EncodedValue {
  readonly value: unknown;
  /** Approximate number of bytes on the wire. */
  readonly bytes: number;
}

const MAX_DEPTH = 1000;
const plain = Object.prototype;

/** Encodes a value for a frame; plain JSON is not copied. */
export function encodeValue(value: unknown, mode: WireMode): EncodedValue {
  if (value === undefined) return { value: undefined, bytes: 0 };
  const encoder = encoders[mode];
  encoder.bytes = 0;
  const encoded = encoder.encode(value, 0);
  return { value: encoded, bytes: encoder.bytes };
}

class Encoder {
  bytes = 0;
  readonly #clone: boolean;

  constructor(mode: WireMode) {
    this.#clone = mode === 'clone';
  }

  encode(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        this.bytes += value.length + 2;
        return value;
      case 'number':
        this.bytes += 8;
        return this.#clone || (Number.isFinite(value) && !Object.is(value, -0)) ? value : numberTag(value);
      case 'object':
        return value === null ? value : this.#object(value, depth);
      case 'boolean':
        this.bytes += 5;
        return value;
      case 'bigint':
        this.bytes += 16;
        return this.#clone ? value : tag('bigint', String(value));
      case 'undefined':
        return this.#clone ? value : tag('undefined');
      default:
        throw new TypeError(`Cannot send a ${typeof value}: only data can be sent`);
    }
  }

  #object(value: object, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new TypeError('Cannot send a value: it contains itself, or is nested too deep');
    if (Array.isArray(value)) return this.#array(value, depth);
    const prototype = Object.getPrototypeOf(value) as object | null;
    return prototype === plain || prototype === null
      ? this.#record(value as Record<string, unknown>, depth)
      : this.#instance(value, prototype, depth);
  }

  #array(list: readonly unknown[], depth: number): unknown {
    let copy: unknown[] | undefined;
    this.bytes += list.length + 2;
    for (let at = 0; at < list.length; at += 1) {
      const item = list[at];
      const encoded = this.encode(item, depth + 1);
      if (encoded !== item) (copy ??= [...list])[at] = encoded;
    }
    return copy ?? list;
  }

  #record(source: Record<string, unknown>, depth: number): unknown {
    let copy: Record<string, unknown> | undefined;
    this.bytes += 2;
    for (const key in source) {
      const item = source[key];
      // A key with the value undefined counts as absent.
      if (item === undefined) continue;
      this.bytes += key.length + 4;
      const encoded = this.encode(item, depth + 1);
      if (encoded !== item) setKey((copy ??= { ...source }), key, encoded);
    }
    const record = copy ?? source;
    return Object.hasOwn(source, WIRE_KEY) ? tag('object', Object.entries(record)) : record;
  }

  #instance(value: object, prototype: object, depth: number): unknown {
    const custom = findWireType(prototype);
    if (custom !== undefined) return tag(custom.kind, this.encode(custom.encode(value as never), depth + 1));
    if (value instanceof Error) return tag('error', this.encode(toErrorData(value), depth + 1));
    if (value instanceof Map) return this.#map(value, depth);
    if (value instanceof Set) return this.#set(value, depth);
    if (value instanceof WireFile) return fileTag(value);
    if (value instanceof UnknownWireValue) return tag(value.kind, value.data);
    return this.#native(value) ?? this.#record({ ...value }, depth);
  }

  #map(map: ReadonlyMap<unknown, unknown>, depth: number): unknown {
    const entries = [...map].map(([key, item]) => [this.encode(key, depth + 1), this.encode(item, depth + 1)] as const);
    return this.#clone ? new Map(entries) : tag('map', entries);
  }

  #set(set: ReadonlySet<unknown>, depth: number): unknown {
    const items = [...set].map((item) => this.encode(item, depth + 1));
    return this.#clone ? new Set(items) : tag('set', items);
  }

  /** Encodes values that structured clone supports and JSON does not. */
  #native(value: object): unknown {
    if (ArrayBuffer.isView(value)) return this.#view(value);
    if (value instanceof ArrayBuffer) {
      this.bytes += value.byteLength;
      return this.#clone ? value : tag('buffer', base64(new Uint8Array(value)));
    }
    if (value instanceof Date) return this.#clone ? value : tag('date', dateData(value));
    if (value instanceof RegExp) return this.#clone ? value : tag('regexp', [value.source, value.flags]);
    if (value instanceof Promise) throw new TypeError('Cannot send a promise: wait for its value first');
    return undefined;
  }

  #view(view: ArrayBufferView): unknown {
    this.bytes += view.byteLength;
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    if (view instanceof Uint8Array) return this.#clone ? bytes : tag('bytes', base64(bytes));
    return this.#clone ? view : tag('array', [view.constructor.name, base64(bytes)]);
  }
}

const encoders = { json: new Encoder('json'), clone: new Encoder('clone') };

function numberTag(value: number): unknown {
  return tag('number', Object.is(value, -0) ? '-0' : String(value));
}

function fileTag({ path, size, sha256, owner }: WireFile): unknown {
  noteSentFile(owner, path);
  return tag('file', { path, size, sha256, owner });
}

function dateData(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function tag(kind: string, data?: unknown): unknown {
  return data === undefined ? { [WIRE_KEY]: kind } : { [WIRE_KEY]: kind, data };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Sets any key, including `__proto__`, which a plain assignment would not set. */
function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}
