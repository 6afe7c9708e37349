import { deepFreeze, parseSealed, type SealedReading } from '@helve/core';
import type { ArgumentLimits } from './argument-limits.js';
import { copyArguments } from './copy-arguments.js';
import { countStrings } from './count-strings.js';
import { isLargerThan } from './is-larger-than.js';
import { JsonReader, type Tolerance } from './json-reader.js';
import { Unreadable, type ParseFailure } from './unreadable.js';

/** A deviation that arguments may have before they count as broken. */
export type Tolerated = 'trim' | 'single-quotes';

/** The form in which arguments were sent, and the deviations that were accepted. */
interface ParseNotes {
  readonly form: 'object' | 'string' | 'empty';
  readonly tolerated: readonly Tolerated[];
}

/** Arguments that were read: a frozen object. */
export interface ParsedArguments extends ParseNotes {
  readonly ok: true;
  readonly value: Readonly<Record<string, unknown>>;
  readonly hasLargeNumbers: boolean;
}

export interface UnparsedArguments extends ParseNotes {
  readonly ok: false;
  readonly failure: ParseFailure;
  /** The value that was read, when it only is not an object. */
  readonly value?: unknown;
}

interface Read {
  readonly value: unknown;
  readonly hasLargeNumbers: boolean;
  readonly singleQuotes?: boolean;
}

const CLOSING_BRACE = 125;
const nothing: readonly Tolerated[] = Object.freeze([]);
const trimmedOnly: readonly Tolerated[] = Object.freeze(['trim']);
const empty: ParsedArguments = Object.freeze({
  ok: true,
  form: 'empty',
  tolerated: nothing,
  value: Object.freeze({}),
  hasLargeNumbers: false,
});

/** Reads the arguments of a call, text or object, within limits; never throws. */
export function parseArguments(args: unknown, limits: ArgumentLimits): ParsedArguments | UnparsedArguments {
  if (typeof args === 'string') return parseText(args, limits);
  if (args === undefined || args === null) return empty;
  try {
    const { value, hasLargeNumbers } = copyArguments(args, limits);
    return settle('object', nothing, { value, hasLargeNumbers });
  } catch (error) {
    return { ok: false, form: 'object', tolerated: nothing, failure: toParseFailure(error, 0) };
  }
}

function parseText(sent: string, limits: ArgumentLimits): ParsedArguments | UnparsedArguments {
  if (isLargerThan(sent, limits.maxBytes)) return tooLarge(limits.maxBytes);
  const text = sent.trim();
  if (text === '') return empty;
  const tolerated = text.length === sent.length ? nothing : trimmedOnly;
  const quick = readQuickly(text, limits);
  if (quick !== undefined) return settle('string', tolerated, quick);
  try {
    const { singleQuotes = false, ...read } = readCarefully(text, limits, { singleQuotes: true });
    return settle('string', singleQuotes ? [...tolerated, 'single-quotes'] : tolerated, read);
  } catch (error) {
    const failure = toParseFailure(error, sent.length - sent.trimStart().length);
    return { ok: false, form: 'string', tolerated, failure };
  }
}

/** Reads the common case: JSON that `JSON.parse` takes and that holds nothing it is too lenient about. */
function readQuickly(text: string, limits: ArgumentLimits): Read | undefined {
  // Text that cannot be an object may take long to be told apart from JSON.
  if (text.charCodeAt(text.length - 1) !== CLOSING_BRACE) return undefined;
  const hasEscapes = text.includes('\\');
  if (mayHoldHalfPairs(text, hasEscapes)) return undefined;
  const reading = tryParse(text, limits);
  if (reading === undefined || reading.isBeyond || reading.hasProto) return undefined;
  return reading.strings === countStrings(text, hasEscapes) ? reading : undefined;
}

/** Reads within limits, with a position for every fault, and with a tolerance where one is given. */
function readCarefully(text: string, limits: ArgumentLimits, tolerance: Tolerance): Read {
  const { value, singleQuotes, largeNumbers } = new JsonReader(text, limits, tolerance).read();
  return { value: deepFreeze(value), singleQuotes, hasLargeNumbers: largeNumbers.length > 0 };
}

function tryParse(text: string, limits: ArgumentLimits): SealedReading | undefined {
  try {
    return parseSealed(text, limits);
  } catch {
    // The careful reader reports the fault and its position.
    return undefined;
  }
}

/** True when a string may hold half of a surrogate pair: never in a well-formed text without such an escape. */
function mayHoldHalfPairs(text: string, hasEscapes: boolean): boolean {
  return !text.isWellFormed() || (hasEscapes && /\\u[dD][89a-fA-F]/.test(text));
}

function settle(
  form: 'object' | 'string',
  tolerated: readonly Tolerated[],
  read: Read,
): ParsedArguments | UnparsedArguments {
  const { value, hasLargeNumbers } = read;
  if (isObject(value)) return { ok: true, form, tolerated, value, hasLargeNumbers };
  const problem = `${Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`} instead of an object`;
  const failure: ParseFailure = {
    cause: 'not-an-object',
    problem,
    pointer: '',
    ...(form === 'string' ? { position: 0 } : {}),
  };
  return { ok: false, form, tolerated, failure, value };
}

/** True for an object that is not a list; the value comes from JSON, so its prototype need not be checked. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts a fault; positions refer to the text as it was sent. */
function toParseFailure(error: unknown, offset: number): ParseFailure {
  if (!(error instanceof Unreadable)) {
    return { cause: 'syntax', problem: 'reading them throws', pointer: '' };
  }
  const { failure } = error;
  return failure.position === undefined ? failure : { ...failure, position: failure.position + offset };
}

function tooLarge(maxBytes: number): UnparsedArguments {
  const failure: ParseFailure = {
    cause: 'too-large',
    problem: `larger than ${maxBytes} bytes`,
    pointer: '',
    position: maxBytes,
  };
  return { ok: false, form: 'string', tolerated: nothing, failure };
}
