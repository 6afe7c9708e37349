import { keyMatcher, type PathMatcher } from '../glob-matcher.js';
import type { JsonOptions, SiblingRules } from './options.js';

/** The keys beside a value that say something about it. */
export interface Siblings {
  readonly id?: string | undefined;
  readonly note?: string | undefined;
  readonly maxLength?: string | undefined;
}

/** The rules about siblings, compiled. */
export interface SiblingPlan {
  /** What to look for beside a value; nothing when no rule means it. */
  of(name: string): Siblings | undefined;
  /** Whether a key only says something about another. */
  isSibling(key: string): boolean;
}

/** Compiles the rules about siblings; `undefined` when there are none, which is the common case. */
export function compileSiblings(options: JsonOptions): SiblingPlan | undefined {
  const rules = [options.idRules, options.noteRules, options.maxLengthRules].map(compile);
  const keys = new Set(rules.flat().map(({ key }) => key));
  if (keys.size === 0) return undefined;
  const [id = [], note = [], maxLength = []] = rules;
  return {
    of(name) {
      const found = { id: first(id, name), note: first(note, name), maxLength: first(maxLength, name) };
      return (found.id ?? found.note ?? found.maxLength) ? found : undefined;
    },
    isSibling: (key) => keys.has(key),
  };
}

interface Rule {
  readonly matches: PathMatcher;
  readonly key: string;
}

function compile(rules: SiblingRules): Rule[] {
  return Object.entries(rules).map(([glob, key]) => ({ matches: keyMatcher([glob]), key }));
}

function first(rules: readonly Rule[], name: string): string | undefined {
  return rules.find(({ matches }) => matches(name))?.key;
}
