import { keyMatcher, type KeyMatcher } from '../key-matcher.js';
import type { JsonOptions, SiblingRules } from './options.js';

/** The sibling keys that describe a value. */
export interface Siblings {
  readonly id?: string | undefined;
  readonly note?: string | undefined;
  readonly maxLength?: string | undefined;
}

/** The compiled rules about siblings. */
export interface SiblingPlan {
  /** Returns the siblings of a value; undefined when no rule matches. */
  of(name: string): Siblings | undefined;
  /** True when a key only describes another. */
  isSibling(key: string): boolean;
}

/** Compiles the rules about siblings; returns undefined when there are none, which is the common case. */
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
  readonly matches: KeyMatcher;
  readonly key: string;
}

function compile(rules: SiblingRules): Rule[] {
  return Object.entries(rules).map(([glob, key]) => ({ matches: keyMatcher([glob]), key }));
}

function first(rules: readonly Rule[], name: string): string | undefined {
  return rules.find(({ matches }) => matches(name))?.key;
}
