import { andThen, gather, isPending } from '@helve/core';
import type { ThreadSource } from '@helve/flow/engine';
import type { Pattern } from '../../pattern/compile-pattern.js';
import type { Detection } from './detection.js';
import { findPreset, type PresetName } from './preset.js';
import { compileRulePattern, type RedactionRule } from './rule.js';
import { createTermSearch } from './term-finder.js';

export type DetectionsByText = readonly (readonly Detection[])[];

/** Finds private data by rules and presets. */
export interface Detector {
  /** Its categories, in the order of rules. */
  readonly categories: readonly string[];
  /** True when no pattern needs a time limit. */
  readonly inPlace: boolean;
  /** False when a text surely has no match; only valid if `inPlace`. */
  mayFind(text: string): boolean;
  /** Finds the matches in each text; synchronous unless a pattern runs on a thread. */
  find(texts: readonly string[]): DetectionsByText | Promise<DetectionsByText>;
}

export interface DetectorOptions {
  readonly rules: readonly RedactionRule[];
  readonly presets: readonly PresetName[];
  /** Threads for patterns that could hang. */
  readonly threads?: ThreadSource | undefined;
}

/** Compiles rules: all terms to one pass, each pattern and preset to a pass of its own. */
export function createDetector({ rules, presets, threads }: DetectorOptions): Detector {
  const terms = rules.flatMap((rule, order) => (hasTerm(rule) ? [[order, rule] as const] : []));
  const termSearch = terms.length === 0 ? undefined : createTermSearch(terms);
  const patterns = rules.flatMap((rule, order) =>
    hasPattern(rule) ? [{ order, category: rule.category, pattern: compileRulePattern(rule, threads) }] : [],
  );
  const findDirectly = (text: string): readonly Detection[] => {
    const inTerms = termSearch?.find(text) ?? [];
    if (presets.length === 0) return inTerms;
    const inPresets = presets.flatMap((category, index) =>
      findPreset(category, text).map((range) => ({ ...range, category, order: rules.length + index })),
    );
    return [...inTerms, ...inPresets];
  };
  return {
    categories: [...new Set([...rules.map(({ category }) => category), ...presets])],
    inPlace: patterns.every(({ pattern }) => pattern.inPlace),
    mayFind: (text) =>
      termSearch?.mayFind(text) === true ||
      presets.some((name) => findPreset(name, text).length > 0) ||
      patterns.some(({ pattern }) => isFoundBy(pattern, text)),
    find(texts) {
      const direct = texts.map(findDirectly);
      if (patterns.length === 0) return direct;
      const matched = patterns.map(({ order, category, pattern }) => {
        const toFound = (matches: Awaited<ReturnType<typeof pattern.matchesIn>>): DetectionsByText =>
          matches.map((list) => list.map(({ start, end }) => ({ start, end, category, order })));
        return andThen(pattern.matchesIn(texts), toFound);
      });
      return andThen(gather(matched), (answers) =>
        direct.map((found, index) => [...found, ...answers.flatMap((answer) => answer[index] ?? [])]),
      );
    },
  };
}

function isFoundBy(pattern: Pattern, text: string): boolean {
  const matches = pattern.matchesIn([text]);
  return isPending(matches) || (matches[0]?.length ?? 0) > 0;
}

function hasTerm(rule: RedactionRule): rule is RedactionRule & { readonly term: string } {
  return rule.term !== undefined;
}

function hasPattern(rule: RedactionRule): rule is RedactionRule & { readonly pattern: string } {
  return rule.pattern !== undefined;
}
