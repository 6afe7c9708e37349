import { nearestNames } from '@helve/core';
import { governErrors } from './govern-errors.js';

/** The check of one option. */
export interface OptionCheck {
  /** Completes "expected …". */
  readonly expected: string;
  readonly required?: true;
  accepts(value: unknown): boolean;
}

export type OptionChecks<Options> = { readonly [K in keyof Required<Options>]: OptionCheck };

/** Freezes the options of a hook; throws for misspelt, missing and wrong ones before there is any traffic. */
export function checkOptions<Options extends object>(
  hook: string,
  options: Options,
  checks: OptionChecks<Options>,
): Readonly<Options> {
  if (typeof options !== 'object' || options === null) throw invalid(hook, 'its options are not an object');
  const known = new Map<string, OptionCheck>(Object.entries(checks));
  const given = new Map<string, unknown>(Object.entries(options));
  for (const key of given.keys()) if (!known.has(key)) throw unknownOption(hook, key, known.keys());
  for (const [key, option] of known) {
    const value = given.get(key);
    const fits = value === undefined ? option.required !== true : option.accepts(value);
    if (!fits) throw invalid(hook, `option "${key}" is ${describe(value)}, expected ${option.expected}`);
  }
  return Object.freeze({ ...options });
}

/** Creates the error for problems beyond single options, such as two that exclude each other. */
export function optionInvalid(hook: string, problem: string): Error {
  return invalid(hook, problem);
}

export const aFunction = check('a function', (value) => typeof value === 'function');
export const aBoolean = check('true or false', (value) => typeof value === 'boolean');
export const aText = check('a text that is not empty', (value) => typeof value === 'string' && value !== '');
export const aCount = check(
  'a whole number of 1 or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
);
export const aCountOrNone = check(
  'a whole number of 0 or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);
export const aDuration = check('a number of milliseconds above 0', (value) => isFiniteNumber(value) && value > 0);
export const aDurationOrNone = check('0 or more milliseconds', (value) => isFiniteNumber(value) && value >= 0);
export const aShare = check('a number from 0 to 1', (value) => isFiniteNumber(value) && value >= 0 && value <= 1);
export const someTexts = check('a list of texts, at least one', isTexts);

export function required(inner: OptionCheck): OptionCheck {
  return { ...inner, required: true };
}

export function oneOf(...allowed: readonly string[]): OptionCheck {
  return check(allowed.map((value) => `"${value}"`).join(' or '), (value) => allowed.some((name) => name === value));
}

export function eitherOf(...checks: readonly OptionCheck[]): OptionCheck {
  return check(checks.map(({ expected }) => expected).join(', or '), (value) =>
    checks.some(({ accepts }) => accepts(value)),
  );
}

/** An implementation of a port: an object with these methods. */
export function aPort(...methods: readonly string[]): OptionCheck {
  return check(`an object with ${methods.join(', ')}`, (value) => {
    if (typeof value !== 'object' || value === null) return false;
    return methods.every((method) => typeof Reflect.get(value, method) === 'function');
  });
}

/** Creates a custom check. */
export function check(expected: string, accepts: (value: unknown) => boolean): OptionCheck {
  return { expected, accepts };
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && item !== '');
}

function unknownOption(hook: string, key: string, known: Iterable<string>): Error {
  const [nearest] = nearestNames(key, known);
  return invalid(hook, `unknown option "${key}"`, nearest === undefined ? undefined : `Did you mean "${nearest}"?`);
}

function invalid(hook: string, problem: string, suggestion?: string): Error {
  const options = suggestion === undefined ? {} : { details: { suggestion } };
  return governErrors.create('GOVERN_OPTION_INVALID', { hook, problem }, options);
}

/** Describes a value by its kind and, where it cannot be a secret, its content. */
function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}
