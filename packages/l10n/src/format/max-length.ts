import type { DisplayHint, PropertySchema } from '@helve/flow';
import { safePattern } from './code/safe-pattern.js';

/** Options of formats whose notes may limit the length of a text. */
export interface MaxLengthOptions {
  readonly maxLengthPattern: string;
}

/** Schema of the option. */
export const maxLengthProperty = {
  type: 'string',
  default: '',
  description:
    'ECMAScript regular expression whose first group finds the maximum length of a text in its note, such as max:?\\s*(\\d+); empty looks for none.',
} as const satisfies PropertySchema;

/** Finds the maximum length that a note states. */
export type FindMaxLength = (note: string | undefined) => DisplayHint | undefined;

/** Compiles the option; a pattern that may never end is refused. */
export function maxLengthFinder({ maxLengthPattern }: MaxLengthOptions): FindMaxLength {
  if (maxLengthPattern === '') return () => undefined;
  const pattern = safePattern(maxLengthPattern, 'v');
  return (note) => {
    const maxLength = note === undefined ? 0 : Number(pattern.exec(note)?.[1] ?? 0);
    return Number.isSafeInteger(maxLength) && maxLength > 0 ? { maxLength, unit: 'chars' } : undefined;
  };
}
