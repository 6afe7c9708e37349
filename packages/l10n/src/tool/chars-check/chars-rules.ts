import type { CheckRules } from '../../check/check-rule.js';

/** What chars-check looks for. */
export const charsRules = Object.freeze({
  'chars.forbidden': { severity: 'major', description: 'The target has a character that it may not have.' },
  'chars.required-missing': { severity: 'minor', description: 'The target lacks a character that it must have.' },
  'chars.charset': { severity: 'minor', description: 'The target has characters that an encoding lacks.' },
  'chars.mojibake': { severity: 'major', description: 'The target was read in a wrong encoding.' },
  'chars.replacement': { severity: 'major', description: 'A character of the target was lost to a wrong encoding.' },
  'chars.control': { severity: 'major', description: 'The target has a control character.' },
} as const satisfies CheckRules);

export type CharsRule = keyof typeof charsRules;
