/** The key that marks values that JSON lacks. */
export const WIRE_KEY = '__wire__';

type AnyClass<T> = abstract new (...args: never[]) => T;

/** Encoding of the instances of exactly one class under one kind; `data` may contain any value that can be sent. */
export interface WireTypeSource<T> {
  readonly class: AnyClass<T>;
  readonly encode: (value: T) => unknown;
  readonly decode: (data: unknown) => T;
}

interface WireType {
  readonly kind: string;
  readonly class: AnyClass<unknown>;
  readonly encode: (value: never) => unknown;
  readonly decode: (data: unknown) => unknown;
}

const byClass = new Map<unknown, WireType>();
const byKind = new Map<string, WireType>();

/** Kinds of the wire itself. */
export const builtInKinds: readonly string[] = Object.freeze([
  'bytes',
  'date',
  'bigint',
  'map',
  'set',
  'number',
  'error',
  'file',
  'object',
  'undefined',
  'regexp',
  'buffer',
  'array',
]);

/** Registers a class for the wire. Both sides have to register it; repeating an equal registration has no effect. */
export function wireType<T>(kind: string, source: WireTypeSource<T>): void {
  const known = byKind.get(kind);
  if (builtInKinds.includes(kind)) throw new TypeError(`Cannot add the wire type "${kind}": the wire uses it itself`);
  if (known !== undefined && known.class !== source.class) {
    throw new TypeError(`Cannot add the wire type "${kind}": it belongs to the class ${known.class.name}`);
  }
  const other = byClass.get(source.class);
  if (other !== undefined && other.kind !== kind) {
    throw new TypeError(`Cannot add the wire type "${kind}": ${source.class.name} travels as "${other.kind}"`);
  }
  const entry: WireType = { kind, class: source.class, encode: source.encode, decode: source.decode };
  byKind.set(kind, entry);
  byClass.set(source.class, entry);
}

export function findWireType(prototype: object): WireType | undefined {
  return byClass.size === 0 ? undefined : byClass.get(prototype.constructor);
}

export function wireTypeNamed(kind: string): WireType | undefined {
  return byKind.get(kind);
}

/** A value of a kind that this side does not know; it is sent back unchanged. */
export class UnknownWireValue {
  readonly kind: string;
  readonly data: unknown;

  constructor(kind: string, data: unknown) {
    this.kind = kind;
    this.data = data;
  }
}
