import { findEntityType } from './entity-type.js';
import type { EntityRule } from './entity-rule.js';
import type { TextRange } from '../text/text-range.js';
import { knownRules, type KnownEntity } from './known-entity.js';
import type { FoundEntity, Recognizer } from './recognizer.js';

/**
 * Creates a recognizer that runs in this process alone: numbers and addresses by shape and checksum, names by context
 * and by a list. It is deterministic.
 */
export function createLocalRecognizer(known: readonly KnownEntity[] = []): Recognizer {
  const named = knownRules(known);
  return Object.freeze({
    recognize: async (texts, { locale, types }) => {
      // Compiling the patterns takes time, and most runs look for no names.
      const { rulesFor } = await import('./local-rules.js');
      const wanted = new Set(types.map((type) => findEntityType(type) ?? 'other'));
      const rules = [...named, ...rulesFor(locale)].filter(({ kind }) => wanted.has(findEntityType(kind) ?? 'other'));
      return texts.map((text) => recognize(text, rules));
    },
  } satisfies Recognizer);
}

interface Candidate extends TextRange {
  readonly kind: string;
  readonly confidence: number;
}

function recognize(text: string, rules: readonly EntityRule[]): readonly FoundEntity[] {
  const candidates = rules.flatMap(({ kind, confidence, find }) =>
    find(text).map(({ start, end }): Candidate => ({ kind, confidence, start, end })),
  );
  const occurrenceAt = createCounter(text);
  return longest(candidates).map(({ start, end, kind, confidence }) => {
    const found = text.slice(start, end);
    return { text: found, occurrence: occurrenceAt(found, start), type: kind, confidence };
  });
}

/** Resolves overlaps: the longest stays, then the one with more confidence, then that of the earlier rule. */
function longest(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const ranked = candidates.toSorted(
    (one, other) => other.end - other.start - (one.end - one.start) || other.confidence - one.confidence,
  );
  const accepted: Candidate[] = [];
  for (const next of ranked) {
    if (accepted.every(({ start, end }) => next.end <= start || next.start >= end)) accepted.push(next);
  }
  return accepted.sort((one, other) => one.start - other.start);
}

/** Creates a counter of the occurrences of a text, from 1; positions must come in order. */
function createCounter(text: string): (found: string, start: number) => number {
  const seen = new Map<string, { readonly at: number; readonly count: number }>();
  return (found, start) => {
    let { at, count } = seen.get(found) ?? { at: -1, count: 0 };
    for (; at < start; count += 1) at = text.indexOf(found, at + 1);
    seen.set(found, { at, count });
    return count;
  };
}
