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
  /** Returns the siblings of a value by its key path and its key; undefined when no rule matches. */
  of(name: string, key: string): Siblings | undefined;
  /** True when a key only describes another. */
  isSibling(key: string): boolean;
}

/** Compiles the rules about siblings; returns undefined when there are none, which is the common case. */
export function compileSiblings(options: JsonOptions): SiblingPlan | undefined {
  const rules = [options.idRules, options.noteRules, options.maxLengthRules].map(compile);
  const all = rules.flat().map(({ key }) => key);
  const keys = new Set(all);
  const affixes = all.filter((key) => key.includes(OWN)).map((key) => key.split(OWN));
  if (keys.size === 0) return undefined;
  const [id = [], note = [], maxLength = []] = rules;
  return {
    of(name, key) {
      const found = { id: first(id, name, key), note: first(note, name, key), maxLength: first(maxLength, name, key) };
      return (found.id ?? found.note ?? found.maxLength) ? found : undefined;
    },
    isSibling: (key) => keys.has(key) || affixes.some(([before = '', after = '']) => isAround(key, before, after)),
  };
}

interface Rule {
  readonly matches: KeyMatcher;
  readonly key: string;
}

function compile(rules: SiblingRules): Rule[] {
  return Object.entries(rules).map(([glob, key]) => ({ matches: keyMatcher([glob]), key }));
}

function first(rules: readonly Rule[], name: string, own: string): string | undefined {
  return rules.find(({ matches }) => matches(name))?.key.replace(OWN, () => own);
}

/** Stands for the key of the value in the key of a sibling. */
const OWN = '{key}';

function isAround(key: string, before: string, after: string): boolean {
  return key.length > before.length + after.length && key.startsWith(before) && key.endsWith(after);
}
