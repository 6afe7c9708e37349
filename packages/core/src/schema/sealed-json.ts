import { isPlainObject } from '../json/is-plain-object.js';
import type { SchemaCheck } from './compile-tool-schema.js';
import { ReturnOverride } from './return-override.js';

/** The acceptance of a value by a check, with the value it made. */
export interface Acceptance {
  readonly check: SchemaCheck;
  /** Absent where the value is taken as it is. */
  readonly made?: {
    readonly value: unknown;
    /** Pointers to the names that were dropped. */
    readonly stripped: readonly string[];
  };
}

/** A JSON text as a sealed value, and what was counted on the way. */
export interface SealedReading {
  /** Undefined where it is beyond the limits. */
  value: unknown;
  /** Names and texts; as many as the text has strings, unless a name stood twice. */
  strings: number;
  members: number;
  /** Numbers beyond what tells integers apart, infinities among them. */
  hasLargeNumbers: boolean;
  /** Deeper or larger than allowed. */
  isBeyond: boolean;
  /** A member is called `__proto__`. */
  hasProto: boolean;
}

/** Limits of a text that is read as a sealed value. */
export interface SealLimits {
  /** Objects and lists within each other. */
  readonly maxDepth: number;
  /** Members of objects and items of lists, all together. */
  readonly maxMembers: number;
}

/**
 * A private field on JSON that was made in this file and frozen before anybody saw it: no code elsewhere can write it,
 * and a copy does not have it.
 */
class Seal extends ReturnOverride {
  #acceptance: Acceptance | undefined;

  constructor(value: object) {
    super(value);
    this.#acceptance = undefined;
  }

  static put(value: object): object {
    return new Seal(value);
  }

  static isOn(value: object): value is Seal {
    return #acceptance in value;
  }

  static write(seal: Seal, acceptance: Acceptance): void {
    seal.#acceptance = acceptance;
  }

  static read(value: object): Acceptance | undefined {
    return #acceptance in value ? value.#acceptance : undefined;
  }
}

/** Remembers that a check took a sealed value, so that it is not asked again; the latest check counts. */
export function noteAcceptance(sealed: object, acceptance: Acceptance): void {
  if (Seal.isOn(sealed)) Seal.write(sealed, acceptance);
}

/** Finds the acceptance of a value by this very check; undefined when the check has to run. */
export function acceptanceOf(value: unknown, check: SchemaCheck): Acceptance | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const acceptance = Seal.read(value);
  return acceptance?.check === check ? acceptance : undefined;
}

/** The value itself if it is sealed, else a sealed copy; undefined for what is not an object, or holds more than JSON. */
export function toSealed(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Seal.isOn(value)) return value;
  try {
    const copy = copyMembers(value);
    Seal.put(copy);
    return Object.freeze(copy);
  } catch (error) {
    if (error === notJson || error instanceof RangeError) return undefined;
    throw error;
  }
}

const notJson = new TypeError('Cannot seal the value: it holds more than JSON');

/** Own members, read once: a getter becomes the value it gave, so that what is checked is what is there later. */
function copyMembers(value: object): object {
  if (Array.isArray(value)) return copyItems(value);
  if (!isPlainObject(value)) throw notJson;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    // Assigned, it would become a prototype; the check says whether the name may stand.
    if (name === '__proto__') throw notJson;
    copy[name] = copyFrozen(value[name]);
  }
  return copy;
}

function copyItems(items: readonly unknown[]): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < items.length; index += 1) copy.push(copyFrozen(items[index]));
  return copy;
}

function copyFrozen(value: unknown): unknown {
  if (typeof value === 'object') return value === null ? null : Object.freeze(copyMembers(value));
  if (typeof value === 'function') throw notJson;
  return value;
}

/** Parses JSON and seals what comes out, in one walk; throws what `JSON.parse` throws. */
export function parseSealed(text: string, limits: SealLimits): SealedReading {
  const value: unknown = JSON.parse(text);
  const reading = { value, strings: 0, members: 0, hasLargeNumbers: false, isBeyond: false, hasProto: false };
  if (typeof value === 'object' && value !== null) {
    // Before it is frozen: a later language may refuse new fields on frozen objects, private ones too.
    Seal.put(value);
    visit(value, 1, limits, reading);
  } else countLeaf(value, reading);
  // Not all of it was frozen, so that nobody gets to see it.
  if (reading.isBeyond) reading.value = undefined;
  return reading;
}

function visit(value: object | null, depth: number, limits: SealLimits, reading: SealedReading): void {
  if (value === null) return;
  if (depth > limits.maxDepth) reading.isBeyond = true;
  else if (Array.isArray(value)) visitItems(value, depth, limits, reading);
  else visitMembers(value as Record<string, unknown>, depth, limits, reading);
}

function visitItems(items: readonly unknown[], depth: number, limits: SealLimits, reading: SealedReading): void {
  reading.members += items.length;
  if (reading.members > limits.maxMembers) reading.isBeyond = true;
  if (reading.isBeyond) return;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (typeof item === 'object') visit(item, depth + 1, limits, reading);
    else countLeaf(item, reading);
  }
  Object.freeze(items);
}

function visitMembers(
  object: Record<string, unknown>,
  depth: number,
  limits: SealLimits,
  reading: SealedReading,
): void {
  // Names from a polluted prototype are counted too; then there are more strings than in the text.
  for (const name in object) {
    reading.members += 1;
    reading.strings += 1;
    if (reading.members > limits.maxMembers) reading.isBeyond = true;
    if (reading.isBeyond) return;
    if (name === '__proto__') reading.hasProto = true;
    const member = object[name];
    if (typeof member === 'object') visit(member, depth + 1, limits, reading);
    else countLeaf(member, reading);
  }
  Object.freeze(object);
}

function countLeaf(value: unknown, reading: SealedReading): void {
  if (typeof value === 'string') reading.strings += 1;
  else if (typeof value === 'number' && (value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER)) {
    reading.hasLargeNumbers = true;
  }
}
