import { countOf, andThen, gather, type MaybePromise } from '@helve/core';
import { unitText } from '@helve/flow';
import type { ThreadSource } from '@helve/flow/engine';
import type { FindingDraft } from '../../check/finding-draft.js';
import { textRangeIn } from '../../check/unit-range.js';
import { compilePattern, type Pattern, type PatternMatch } from '../../pattern/compile-pattern.js';
import { allOfTarget, toDraft, type QaPair } from './qa-pair.js';

/** A pattern that a project requires on both sides. */
export interface PatternPair {
  readonly source: string;
  readonly target?: string;
  readonly description: string;
}

/** A compiled pattern pair. */
export interface CompiledPair {
  readonly source: Pattern;
  readonly target: Pattern | undefined;
  readonly description: string;
}

/** Compiles the patterns of a project; throws for an invalid one. */
export function compilePairs(patterns: readonly PatternPair[], threads?: ThreadSource): readonly CompiledPair[] {
  return patterns.map(({ source, target, description }) => ({
    source: compilePattern(source, { threads }),
    target: target === undefined ? undefined : compilePattern(target, { threads }),
    description,
  }));
}

/** Checks that both sides match each pattern of the project; synchronous unless one runs on a thread. */
export function checkPatterns(
  compiled: readonly CompiledPair[],
  pairs: readonly QaPair[],
  found: FindingDraft[],
): MaybePromise<undefined> {
  const sources = pairs.map(({ source }) => unitText(source));
  const targets = pairs.map(({ target }) => unitText(target));
  const checked = compiled.map((one) => {
    const sides = gather([one.source.matchesIn(sources), ...(one.target ? [one.target.matchesIn(targets)] : [])]);
    return andThen(sides, ([inSource = [], inTarget]) => addMismatches(one, pairs, inSource, inTarget, found));
  });
  return andThen(gather(checked), () => undefined);
}

type Matches = readonly (readonly PatternMatch[])[];

function addMismatches(
  one: CompiledPair,
  pairs: readonly QaPair[],
  inSource: Matches,
  inTarget: Matches | undefined,
  found: FindingDraft[],
): void {
  pairs.forEach((pair, index) => {
    const source = inSource[index] ?? [];
    const target = inTarget?.[index];
    if (target === undefined) addMissing(one, pair, source, found);
    else if (target.length !== source.length) addCounts(one, pair, source, target, found);
  });
}

/**
 * Reports matches of the source that are not in the target as they are, as often, for patterns without a target
 * pattern.
 */
function addMissing(
  { description }: CompiledPair,
  pair: QaPair,
  matches: readonly PatternMatch[],
  found: FindingDraft[],
): void {
  if (matches.length === 0) return;
  const text = unitText(pair.source);
  let left = unitText(pair.target);
  for (const { start, end } of matches) {
    const subject = text.slice(start, end);
    const at = left.indexOf(subject);
    if (at >= 0) {
      left = `${left.slice(0, at)}\n${left.slice(at + subject.length)}`;
      continue;
    }
    const source = textRangeIn({ runs: pair.source, path: pair.sourcePath }, start, end);
    const message = `${description}: "${subject}" of the source is missing`;
    found.push(toDraft(pair, 'qa.pattern-mismatch', message, { range: allOfTarget(pair), source, subject }));
  }
}

function addCounts(
  { description }: CompiledPair,
  pair: QaPair,
  source: readonly PatternMatch[],
  target: readonly PatternMatch[],
  found: FindingDraft[],
): void {
  const [inSource] = source;
  const [inTarget] = target;
  const message = `${description}: ${countOf(source.length, 'match', 'matches')} in the source, ${target.length} in the target`;
  found.push(
    toDraft(pair, 'qa.pattern-mismatch', message, {
      range:
        inTarget === undefined
          ? allOfTarget(pair)
          : textRangeIn({ runs: pair.target, path: pair.path }, inTarget.start, inTarget.end),
      source: inSource && textRangeIn({ runs: pair.source, path: pair.sourcePath }, inSource.start, inSource.end),
      subject: description,
    }),
  );
}
