import type { CheckRules } from '../check/check-rule.js';
import { charsRules } from '../tool/chars-check/chars-rules.js';
import { inconsistencyRules } from '../tool/inconsistency-check/inconsistency-rules.js';
import { lengthRules } from '../tool/length-check/length-rules.js';
import { patternRules } from '../tool/pattern-check/pattern-rules.js';
import { placeholderRules } from '../tool/placeholder-check/placeholder-rules.js';
import { qaRules } from '../tool/qa-check/qa-rules.js';

/** The rules of the checks that have a table of them, by id. */
export const checkRules: CheckRules = Object.freeze({
  ...qaRules,
  ...placeholderRules,
  ...inconsistencyRules,
  ...lengthRules,
  ...charsRules,
  ...patternRules,
});
