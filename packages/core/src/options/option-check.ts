/** The check of one option. */
export interface OptionCheck {
  /** Completes "expected …". */
  readonly expected: string;
  readonly required?: true;
  accepts(value: unknown): boolean;
}

/** One check for every option there is. */
export type OptionChecks<Options> = { readonly [K in keyof Required<Options>]: OptionCheck };

export const aFunction = check('a function', (value) => typeof value === 'function');
export const aBoolean = check('true or false', (value) => typeof value === 'boolean');
export const aText = check('a text that is not empty', (value) => typeof value === 'string' && value !== '');
export const anObject = check('an object', (value) => typeof value === 'object' && value !== null);
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
export const aListOfTexts = check('a list of texts, at least one', isTexts);

/** Makes a check of an option that must be given. */
export function required(inner: OptionCheck): OptionCheck {
  return { ...inner, required: true };
}

/** Makes a check that takes one of these values. */
export function oneOf(...allowed: readonly (string | boolean)[]): OptionCheck {
  return check(allowed.map((value) => JSON.stringify(value)).join(' or '), (value) =>
    allowed.some((name) => name === value),
  );
}

/** Makes a check that takes whatever one of several takes. */
export function eitherOf(...checks: readonly OptionCheck[]): OptionCheck {
  return check(checks.map(({ expected }) => expected).join(', or '), (value) =>
    checks.some(({ accepts }) => accepts(value)),
  );
}

/** Makes a check for an implementation of a port: an object with these methods. */
export function aPort(...methods: readonly string[]): OptionCheck {
  return check(`an object with ${methods.join(', ')}`, (value) => {
    if (typeof value !== 'object' || value === null) return false;
    return methods.every((method) => typeof Reflect.get(value, method) === 'function');
  });
}

/** Makes a check of one's own. */
export function check(expected: string, accepts: (value: unknown) => boolean): OptionCheck {
  return { expected, accepts };
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && item !== '');
}
