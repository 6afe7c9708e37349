import { escapeLiteral } from '../pattern/compile-pattern.js';
import type { TextRange } from '../text/text-range.js';

/** Finds one kind of entity by its shape. */
export interface EntityRule {
  /** Entity type, or a narrower one such as `iban`, which counts as `other`. */
  readonly kind: string;
  readonly confidence: number;
  find(text: string): readonly TextRange[];
}

/** Narrows a match to the entity in it, or rejects it with undefined. */
type Accept = (match: RegExpExecArray, text: string) => TextRange | undefined;

/** Creates a rule from one pattern, which must be bounded everywhere, so that no text can make it slow. */
export function patternRule(
  kind: string,
  confidence: number,
  pattern: RegExp,
  accept: Accept = matchedRange,
): EntityRule {
  return {
    kind,
    confidence,
    find: (text) => {
      const found: TextRange[] = [];
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const range = accept(match, text);
        if (range !== undefined) found.push(range);
        // Rejected text, or text cut off at the end, may contain another match.
        pattern.lastIndex = Math.max(range?.end ?? 0, match.index + 1);
      }
      return found;
    },
  };
}

/** Accepts a whole match. */
export function matchedRange(match: RegExpExecArray): TextRange {
  return { start: match.index, end: match.index + match[0].length };
}

/** Builds the alternatives of a pattern that match the given texts literally, longest first. */
export function alternation(texts: Iterable<string>): string {
  const sorted = [...new Set(texts)].sort((one, other) => other.length - one.length);
  return sorted.map(escapeLiteral).join('|');
}
