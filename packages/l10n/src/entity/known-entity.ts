import { createTermFinder } from '../redaction/detect/term-finder.js';
import { findEntityType, type EntityType } from './entity-type.js';
import type { EntityRule } from './entity-rule.js';
import type { TextRange } from '../text/text-range.js';

/** An entity that a project knows by name. */
export interface KnownEntity {
  readonly text: string;
  /** Entity type, or a synonym. */
  readonly type: string;
}

/** Finds names in a text, each with its type and confidence. */
export type NameFinder = (
  text: string,
) => readonly (TextRange & { readonly type: EntityType; readonly confidence: number })[];

/** Creates a finder of known names. */
export function createNameFinder(entities: readonly KnownEntity[]): NameFinder {
  const rules = knownRules(entities).map((rule) => ({ ...rule, type: findEntityType(rule.kind) ?? 'other' }));
  return (text) =>
    rules.flatMap(({ type, confidence, find }) =>
      find(text).map(({ start, end }) => ({ start, end, type, confidence })),
    );
}

/** Creates rules for known names; for persons also for the family name alone. */
export function knownRules(entities: readonly KnownEntity[]): readonly EntityRule[] {
  const types = new Set(entities.map(({ type }) => findEntityType(type) ?? 'other'));
  return [...types].flatMap((type) => {
    const list = entities.filter((entity) => (findEntityType(entity.type) ?? 'other') === type);
    const texts = new Set(list.map(({ text }) => text));
    const own = finder(type, 1, texts);
    const isPerson = type === 'person';
    const families = isPerson ? list.flatMap(({ text }) => familyName(text)).filter((text) => !texts.has(text)) : [];
    return families.length === 0 ? [own] : [own, finder(type, 0.75, new Set(families))];
  });
}

function finder(kind: string, confidence: number, texts: ReadonlySet<string>): EntityRule {
  const rules = Array.from(texts, (term, order) => [order, { term, category: kind, flags: ['wholeword'] }] as const);
  return { kind, confidence, find: createTermFinder(rules) };
}

function familyName(name: string): readonly string[] {
  const last = /\s(\p{Lu}[\p{L}\p{M}'’-]{2,})$/u.exec(name)?.[1];
  return last === undefined ? [] : [last];
}
