import type { LengthUnit } from '@helve/flow';
import { codePointLength } from '@helve/flow/content';
import { countGraphemes } from './count-graphemes.js';

const measures: Readonly<Record<LengthUnit, (text: string) => number>> = {
  chars: codePointLength,
  graphemes: countGraphemes,
  utf16: (text) => text.length,
  utf8: (text) => Buffer.byteLength(text),
};

/** Names of length units for people. */
export const lengthUnitNames: Readonly<Record<LengthUnit, string>> = Object.freeze({
  chars: 'characters',
  graphemes: 'graphemes',
  utf16: 'UTF-16 units',
  utf8: 'bytes of UTF-8',
});

/** Measures a text. */
export function textLength(text: string, unit: LengthUnit): number {
  return measures[unit](text);
}
