import { pathText, translationUnits, variantLocale, type Runs } from '@helve/flow';
import type { SeenUnit } from './restored-content.js';
import type { Sighting } from './sighting.js';
import type { StoredSecret } from './stored-secret.js';

/** A token of which a target has fewer, or more, than its source. */
export interface TokenMismatch {
  readonly secret: StoredSecret;
  readonly part?: number;
}

export interface TokenComparison {
  readonly lost: readonly TokenMismatch[];
  readonly repeated: readonly TokenMismatch[];
}

/** Compares each unit of a target with the unit of the source that it translates. */
export function compareTokens(
  source: Runs,
  seenSource: readonly SeenUnit[],
  seenTarget: readonly SeenUnit[],
  variant: string,
): TokenComparison {
  const [before, after] = [byPath(seenSource), byPath(seenTarget)];
  const pairs = translationUnits({ source }, variantLocale(variant)).map(({ sourcePath, path }) => ({
    wanted: before.get(pathText(sourcePath)) ?? [],
    given: after.get(pathText(path)),
  }));
  if (pairs.every(({ given }) => given !== undefined)) {
    return joinAll(pairs.map(({ wanted, given = [] }) => compare(wanted, given)));
  }
  // The target has other forms than its grammar asks for: each token must stand somewhere.
  const { lost } = compare(mostOf([...before.values()]), [...after.values()].flat());
  return { lost, repeated: [] };
}

function byPath(units: readonly SeenUnit[]): ReadonlyMap<string, readonly Sighting[]> {
  return new Map(units.map(({ path, sightings }) => [pathText(path), sightings]));
}

function compare(wanted: readonly Sighting[], given: readonly Sighting[]): TokenComparison {
  const lost: TokenMismatch[] = [];
  const repeated: TokenMismatch[] = [];
  const counts = countsOf(given);
  for (const [key, { count, mismatch }] of countsOf(wanted)) {
    const there = counts.get(key)?.count ?? 0;
    if (there < count) lost.push(mismatch);
    else if (there > count) repeated.push(mismatch);
  }
  return { lost, repeated };
}

function countsOf(sightings: readonly Sighting[]) {
  const counts = new Map<string, { count: number; readonly mismatch: TokenMismatch }>();
  for (const { secret, part } of sightings) {
    if (secret === undefined) continue;
    const key = keyOf(secret, part);
    const known = counts.get(key);
    if (known !== undefined) known.count += 1;
    else counts.set(key, { count: 1, mismatch: { secret, ...(part === undefined ? {} : { part }) } });
  }
  return counts;
}

/** Each token once, however many forms have it. */
function mostOf(units: readonly (readonly Sighting[])[]): readonly Sighting[] {
  const found = new Map<string, Sighting>();
  for (const sighting of units.flat()) {
    if (sighting.secret !== undefined) found.set(keyOf(sighting.secret, sighting.part), sighting);
  }
  return [...found.values()];
}

/** Forms that lack the same token are one loss. */
function joinAll(all: readonly TokenComparison[]): TokenComparison {
  const unique = (list: readonly TokenMismatch[]) => [
    ...new Map(list.map((each) => [keyOf(each.secret, each.part), each])).values(),
  ];
  return { lost: unique(all.flatMap(({ lost }) => lost)), repeated: unique(all.flatMap(({ repeated }) => repeated)) };
}

function keyOf({ token }: StoredSecret, part: number | undefined): string {
  return `${token}-${part ?? 0}`;
}
