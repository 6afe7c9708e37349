import { nearestNames } from '../errors/nearest-name.js';
import type { OptionCheck, OptionChecks } from './option-check.js';

/** Makes the error for a problem with an option; each package has a code of its own for it. */
export type RefuseOption = (problem: string, suggestion?: string, option?: string) => Error;

/** Freezes options; throws for misspelt, missing and wrong ones before there is any traffic. */
export function checkOptions<Options extends object>(
  options: Options,
  checks: OptionChecks<Options>,
  refuse: RefuseOption,
): Readonly<Options> {
  if (typeof options !== 'object' || options === null) throw refuse('its options are not an object');
  checkOptionNames(options, Object.keys(checks), refuse);
  const given = new Map<string, unknown>(Object.entries(options));
  for (const [name, check] of Object.entries<OptionCheck>(checks)) {
    const value = given.get(name);
    const fits = value === undefined ? check.required !== true : check.accepts(value);
    if (!fits) throw refuse(`option "${name}" is ${describe(value)}, expected ${check.expected}`, undefined, name);
  }
  return Object.freeze({ ...options });
}

/** Throws for the first option that does not exist, with the name that may have been meant. */
export function checkOptionNames(options: object, known: readonly string[], refuse: RefuseOption): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const [nearest] = nearestNames(unknown, known);
  const suggestion = nearest === undefined ? undefined : `Did you mean "${nearest}"?`;
  throw refuse(`unknown option "${unknown}"`, suggestion, unknown);
}

/** Describes a value by its kind and, where it cannot be a secret, its content. */
function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}
