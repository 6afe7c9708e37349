import type { Run, Runs } from '@helve/flow';
import { codePointLength, hasForms } from '@helve/flow/content';
import { codeName } from '../../check/unit-code.js';

/** A word, a sign or a code of a unit. */
export interface ComparisonToken {
  /** Equal for tokens that count as equal. */
  readonly key: string;
  readonly text: string;
  /** In coordinates of the unit. */
  readonly start: number;
  readonly end: number;
}

/** Criteria of equality. */
export interface TokenOptions {
  readonly caseSensitive: boolean;
  readonly whitespaceSensitive: boolean;
  readonly punctuationSensitive: boolean;
  readonly genericCodes: boolean;
}

const white = /^\p{White_Space}+$/u;
const punctuation = /^\p{P}+$/u;
const segmenters = new Map<string, Intl.Segmenter>();

/** Lists the compared tokens of a unit, in order. */
export function comparisonTokens(unit: Runs, locale: string, options: TokenOptions): readonly ComparisonToken[] {
  const tokens: ComparisonToken[] = [];
  let at = 0;
  for (const run of unit) {
    if (run.kind === 'text') at = addWords(tokens, run.text, at, locale, options);
    else {
      tokens.push({ key: codeKey(run, options.genericCodes), text: codeName(run), start: at, end: at + 1 });
      at += 1;
    }
  }
  return tokens;
}

function addWords(
  tokens: ComparisonToken[],
  text: string,
  start: number,
  locale: string,
  options: TokenOptions,
): number {
  let at = start;
  for (const { segment } of createSegmenter(locale).segment(text)) {
    const end = at + codePointLength(segment);
    if (counts(segment, options)) {
      const key = options.caseSensitive ? segment : segment.toLowerCase();
      tokens.push({ key: `text ${key}`, text: segment, start: at, end });
    }
    at = end;
  }
  return at;
}

function counts(segment: string, { whitespaceSensitive, punctuationSensitive }: TokenOptions): boolean {
  if (white.test(segment)) return whitespaceSensitive;
  return punctuationSensitive || !punctuation.test(segment);
}

function createSegmenter(locale: string): Intl.Segmenter {
  let segmenter = segmenters.get(locale);
  if (segmenter === undefined) {
    segmenters.set(locale, (segmenter = new Intl.Segmenter(locale, { granularity: 'word' })));
  }
  return segmenter;
}

function codeKey(run: Exclude<Run, { kind: 'text' }>, generic: boolean): string {
  if (hasForms(run)) return `${run.kind} ${run.pivot}`;
  if (run.kind === 'sub') return generic ? run.kind : `${run.kind} ${run.ref}`;
  return generic ? `${run.kind} ${run.type}` : `${run.kind} ${run.type} ${run.data}`;
}
