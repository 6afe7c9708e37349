import { nearestNames } from '@helve/core';
import type { ResolverFinding } from '@helve/flow';

/** Entity types, each with its synonyms. */
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

/** Every entity type, under its main name. */
export const entityTypes = Object.freeze(Object.keys(synonyms) as EntityType[]);

/** Every word that names an entity type. */
const entityNames: readonly string[] = Object.freeze(
  Object.entries(synonyms).flatMap(([type, others]) => [type, ...others]),
);

const byName: ReadonlyMap<string, EntityType> = new Map(
  entityTypes.flatMap((type) => [type, ...synonyms[type]].map((name) => [name, type] as const)),
);

/** Resolves a word to an entity type, also with `entity:` before it; returns undefined for an unknown word. */
export function findEntityType(name: string): EntityType | undefined {
  return byName.get(
    name
      .trim()
      .toLowerCase()
      .replace(/^entity:/, ''),
  );
}

/** Checks a list of entity types that a parameter names. */
export function checkEntityTypes(names: readonly string[], parameter: string): readonly ResolverFinding[] {
  return names.flatMap((name, index): ResolverFinding[] => {
    if (findEntityType(name) !== undefined) return [];
    const [near] = nearestNames(name, entityNames);
    const hint = near === undefined ? `Use one of ${entityTypes.join(', ')}` : `Did you mean "${near}"?`;
    const message = `There is no entity type "${name}"`;
    return [{ severity: 'error', pointer: `/${parameter}/${index}`, message, hint }];
  });
}

/** Resolves a list of entity types. */
export function readEntityTypes(names: readonly string[]): readonly EntityType[] {
  return names.flatMap((name) => findEntityType(name) ?? []);
}
