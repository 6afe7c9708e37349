import { nearestNames } from '@helve/core';
import type { ResolverFinding } from '@helve/flow';

/** The kinds of entities, each with other words that people use for it. */
const synonyms = Object.freeze({
  person: ['people', 'per', 'name'],
  organization: ['organisation', 'org', 'company'],
  product: ['brand'],
  location: ['place', 'loc', 'gpe', 'address'],
  date: ['day'],
  time: ['hour'],
  currency: ['money', 'amount', 'price'],
  measurement: ['measure', 'quantity', 'unit'],
  other: ['misc', 'miscellaneous'],
} as const);

export type EntityType = keyof typeof synonyms;

/** Every kind of entity, under its first name. */
export const entityTypes = Object.freeze(Object.keys(synonyms) as EntityType[]);

/** Every word that names a kind of entity. */
const entityNames: readonly string[] = Object.freeze(
  Object.entries(synonyms).flatMap(([type, others]) => [type, ...others]),
);

const byName: ReadonlyMap<string, EntityType> = new Map(
  entityTypes.flatMap((type) => [type, ...synonyms[type]].map((name) => [name, type] as const)),
);

/** The kind that a word means, also with `entity:` before it; undefined when it means none. */
export function entityTypeOf(name: string): EntityType | undefined {
  return byName.get(
    name
      .trim()
      .toLowerCase()
      .replace(/^entity:/, ''),
  );
}

/** What is wrong with a list of kinds that a parameter names. */
export function checkEntityTypes(names: readonly string[], parameter: string): readonly ResolverFinding[] {
  return names.flatMap((name, index): ResolverFinding[] => {
    if (entityTypeOf(name) !== undefined) return [];
    const [near] = nearestNames(name, entityNames);
    const hint = near === undefined ? `Use one of ${entityTypes.join(', ')}` : `Did you mean "${near}"?`;
    const message = `There is no entity type "${name}"`;
    return [{ severity: 'error', pointer: `/${parameter}/${index}`, message, hint }];
  });
}

/** The kinds that a list names. */
export function readEntityTypes(names: readonly string[]): readonly EntityType[] {
  return names.flatMap((name) => entityTypeOf(name) ?? []);
}
