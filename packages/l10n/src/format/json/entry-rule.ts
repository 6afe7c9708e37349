import { pluralCategories } from '@helve/flow/content';
import { keyMatcher, type KeyMatcher } from '../key-matcher.js';

/** Shape of objects that hold one message each, with facts about it. */
export interface EntryRule {
  /** Glob over the key paths of the objects. */
  readonly match: string;
  /** Key of the text; absent where the object itself is a table of plural forms. */
  readonly value?: string;
  /** Key of the name; absent where an entry is named by its own key. */
  readonly id?: string;
  /** Keys of notes for translators. */
  readonly notes?: readonly string[];
  /** Key of the placeholders, with their examples. */
  readonly placeholders?: string;
  /** True when the text may be a table with a form for each category of plurals. */
  readonly plurals?: boolean;
  /** Keys that a table of plural forms may have besides. */
  readonly besides?: readonly string[];
}

/** A rule with its compiled glob. */
export interface CompiledRule extends EntryRule {
  readonly matches: KeyMatcher;
}

/** Compiles the rules; returns undefined when there are none, which is the common case. */
export function compileEntries(rules: readonly EntryRule[]): readonly CompiledRule[] | undefined {
  return rules.length === 0 ? undefined : rules.map((rule) => ({ ...rule, matches: keyMatcher([rule.match]) }));
}

/** Keys and texts of an object that may be an entry. */
export interface ObjectFacts {
  readonly keys: ReadonlySet<string>;
  /** Returns the text at a path of keys below the object. */
  textAt(...path: readonly string[]): string | undefined;
  /** Keys of the object at a path below it; none where there is no object. */
  keysAt(key: string): ReadonlySet<string>;
}

/** Path below an object to the text of its entry, or to its table of plural forms. */
export interface EntryShape {
  readonly rule: EntryRule;
  readonly path: readonly string[];
  readonly isTable: boolean;
}

/** Finds the shape of an object by the first rule that fits; undefined where it is no entry. */
export function entryShape(rules: readonly CompiledRule[], facts: ObjectFacts): EntryShape | undefined {
  for (const rule of rules) {
    const { value, id } = rule;
    if (id !== undefined && facts.textAt(id) === undefined && facts.keys.has(id)) continue;
    const path = value === undefined ? [] : [value];
    if (value !== undefined && facts.textAt(value) !== undefined) return { rule, path, isTable: false };
    if (rule.plurals !== true || facts.textAt(...path, 'other') === undefined) continue;
    const keys = value === undefined ? facts.keys : facts.keysAt(value);
    const known = new Set<string>([...pluralCategories, ...(value === undefined ? (rule.besides ?? []) : [])]);
    if (![...keys].every((key) => known.has(key))) continue;
    const isTable = [...keys].some((key) => key !== 'other' && pluralCategories.some((name) => name === key));
    // A message without plural forms is a table with one of them.
    return isTable ? { rule, path, isTable } : { rule, path: [...path, 'other'], isTable: false };
  }
  return undefined;
}
