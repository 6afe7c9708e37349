import { endOfSentence, isPlainAscii } from './ascii-sentence.js';
import { defaultRulesFor, toLanguage } from './default-rules.js';
import { decideEnclosures } from './enclosure.js';
import { decideLineBreaks } from './line-break.js';
import { decideListMarkers } from './list-marker.js';
import { applyRules, Verdicts, type CompiledRules } from './rule.js';
import { backOverSpace } from './scan.js';

/** Segmenter: rules first and then Unicode (`hybrid`), rules alone (`srx`), or Unicode alone (`intl`). */
export type SegmentEngine = 'hybrid' | 'srx' | 'intl';

export interface BreakOptions {
  readonly engine?: SegmentEngine;
  /** Replaces the default rules. */
  readonly rules?: CompiledRules;
  /** Tried before all others. */
  readonly first?: CompiledRules;
}

/**
 * Matches most short texts: no line end, no mark inside that a rule, a list or Unicode could react to (a name such as
 * `file.txt` or a number has none), no speech that breaks off, and no white space at the end.
 */
const unbroken =
  /^(?!.*[-—–]["”»]\s)(?:[^\p{Sentence_Terminal}\u2024\n\r\v\f\u0085\u2028\u2029;\u037e:…°º)•⁃▪‣]|[):](?!\s)|\.(?=[a-z]|(?<![\p{Ll})]\.)[0-9]))*(?:[.!?]*|[:…])(?<!\s)$/u;
const shortText = 1024;
const none: readonly number[] = Object.freeze([]);

function isUnbroken(text: string): boolean {
  return text.length <= shortText && unbroken.test(text);
}

/** Lists the break positions of a text as UTF-16 indexes, each at the end of a segment. */
export function findBreaks(text: string, locale: string, options: BreakOptions = {}): readonly number[] {
  const { engine = 'hybrid', rules, first } = options;
  if (engine === 'hybrid' && rules === undefined && first === undefined && isUnbroken(text)) return none;
  const verdicts = new Verdicts(text.length);
  if (first !== undefined) applyRules(first, text, verdicts);
  if (engine === 'hybrid' && rules === undefined) {
    decideLineBreaks(text, verdicts);
    decideListMarkers(text, verdicts);
    decideEnclosures(text, verdicts);
  }
  if (engine !== 'intl') applyRules(rules ?? defaultRulesFor(locale), text, verdicts);
  if (engine !== 'srx') applyUnicode(text, locale, verdicts);
  return verdicts.breaks().filter((at) => at > 0 && at < text.length);
}

/** Splits a text into sentences without the white space around them; wrapped lines are joined. */
export function segmentText(text: string, locale: string, options: BreakOptions = {}): string[] {
  const joint = toLanguage(locale).unspaced === true ? '' : ' ';
  const ends = [...findBreaks(text, locale, options), text.length];
  return ends
    .map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end))
    .map((segment) => segment.trim().replaceAll(/(?<![^\S\n])[^\S\n]*\n\s*/g, joint))
    .filter((segment) => segment !== '');
}

const BLOCK_LENGTH = 4096;
/**
 * Matches a text with nothing after its first mark that could end a sentence, line ends and the Greek question mark
 * included: Unicode has no break inside, and the segmenter, which is slow to start, is not needed.
 */
const oneSentence = /^[^\p{Sentence_Terminal}\u2024\n\r\v\f\u0085\u2028\u2029;\u037e]*[.!?]*[ \u00a0]*$/u;
/** Only Greek has rules of its own, since its question mark is a semicolon. */
const ownRules = /^el\b/i;
const segmenters = new Map<string, Intl.Segmenter>();

/** Applies the sentence ends of Unicode, each moved back over the white space before it. A line end always counts. */
function applyUnicode(text: string, locale: string, verdicts: Verdicts): void {
  for (let start = 0; start < text.length;) {
    const end = endOfBlock(text, start);
    const lines = text.slice(start, end);
    if (oneSentence.test(lines)) verdicts.decide(start + lines.trimEnd().length, true);
    else if (isPlainAscii(lines) && !ownRules.test(locale)) decideAscii(lines, start, verdicts);
    else {
      for (const { index, segment } of segmenterFor(locale).segment(lines)) {
        verdicts.decide(start + index + segment.trimEnd().length, true);
      }
    }
    start = end;
  }
}

function decideAscii(lines: string, start: number, verdicts: Verdicts): void {
  for (let from = 0; from < lines.length;) {
    const end = endOfSentence(lines, from);
    verdicts.decide(start + backOverSpace(lines, end, from), true);
    from = end;
  }
}

function segmenterFor(locale: string): Intl.Segmenter {
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'sentence' });
  segmenters.set(locale, segmenter);
  return segmenter;
}

/**
 * Finds the end of a block of lines. Long texts are segmented in blocks, since the segmenter looks back farther the
 * farther it gets.
 */
function endOfBlock(text: string, start: number): number {
  if (text.length - start <= BLOCK_LENGTH) return text.length;
  const lineEnd = text.indexOf('\n', start + BLOCK_LENGTH);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}
