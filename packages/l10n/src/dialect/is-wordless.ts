import type { Runs } from '@helve/flow';
import { dataText, isOnlySpaceAndCodes } from '@helve/flow/content';

/** A name for programs, such as `:year` in the locale files of Rails. */
const symbol = /^:[a-z][a-z0-9_]*$/;
const directive = /%[-_0^#EO]*[A-Za-z]/g;

/**
 * True when a unit has no words to translate: white space and codes, a symbol, or a date format such as `%Y-%m-%d`. A
 * date format with words in it has some.
 */
export function isWordless(unit: Runs): boolean {
  if (isOnlySpaceAndCodes(unit)) return true;
  const text = dataText(unit);
  if (symbol.test(text)) return true;
  const words = text.replaceAll(directive, '');
  return words !== text && !/\p{L}/u.test(words);
}
