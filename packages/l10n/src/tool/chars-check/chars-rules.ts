import type { CheckRules } from '../../check/check-rule.js';

/** Rules of chars-check. */
export const charsRules = Object.freeze({
  'chars.forbidden': { severity: 'major', description: 'The target contains a forbidden character.' },
  'chars.required-missing': { severity: 'minor', description: 'The target lacks a required character.' },
  'chars.charset': { severity: 'minor', description: 'The target contains characters that an encoding does not have.' },
  'chars.mojibake': { severity: 'major', description: 'The target was read in a wrong encoding.' },
  'chars.replacement': { severity: 'major', description: 'A character of the target was lost to a wrong encoding.' },
  'chars.control': { severity: 'major', description: 'The target contains a control character.' },
} as const satisfies CheckRules);

export type CharsRule = keyof typeof charsRules;
