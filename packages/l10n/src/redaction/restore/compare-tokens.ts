import type { Runs } from '@helve/flow';
import { pathText, translationUnits, variantLocale } from '@helve/flow/content';
import type { ScannedUnit } from './restored-content.js';
import type { TokenMatch } from './token-match.js';
import type { TokensByUnit, StoredSecret } from '../stored-secret.js';
import { readTokenId } from '../token.js';

/** A token that a side has fewer or more times than it should. */
export interface TokenMismatch {
  readonly secret: StoredSecret;
  readonly part?: number;
}

export interface TokenComparison {
  readonly lost: readonly TokenMismatch[];
  readonly repeated: readonly TokenMismatch[];
}

type Standing = Pick<TokenMatch, 'secret' | 'part'>;
type StandingByPath = ReadonlyMap<string, readonly Standing[]>;

/** Compares each unit of a target with the unit of the source that it translates. */
export function compareTokens(
  source: Runs,
  seenSource: readonly ScannedUnit[],
  seenTarget: readonly ScannedUnit[],
  variant: string,
): TokenComparison {
  const pairs = translationUnits({ source }, variantLocale(variant)).map(({ sourcePath, path }) => ({
    from: pathText(sourcePath),
    to: pathText(path),
  }));
  return compareUnits(pairs, byPath(seenSource), byPath(seenTarget));
}

/** Compares each unit of the source with its tokens at the time of redaction. */
export function compareByUnit(
  expected: TokensByUnit,
  secrets: readonly StoredSecret[],
  seenSource: readonly ScannedUnit[],
): TokenComparison {
  const byVisible = new Map(secrets.map((secret) => [secret.visible, secret]));
  // A text that may stand for several secrets counts as present.
  const resolve = ({ secret, part, shown }: TokenMatch) => toStanding(secret ?? byVisible.get(shown), part);
  const after = new Map(seenSource.map(({ path, matches }) => [pathText(path), matches.map(resolve)]));
  const pairs = Object.keys(expected).map((path) => ({ from: path, to: path }));
  return compareUnits(pairs, expectedByPath(expected, secrets), after);
}

function expectedByPath(expected: TokensByUnit, secrets: readonly StoredSecret[]): StandingByPath {
  const byToken = new Map(secrets.map((secret) => [secret.token, secret]));
  const read = (id: string) => {
    const name = readTokenId(id);
    return toStanding(name && byToken.get(name.token), name?.part);
  };
  return new Map(Object.entries(expected).map(([path, ids]) => [path, ids.map(read)]));
}

function toStanding(secret: StoredSecret | undefined, part: number | undefined): Standing {
  return part === undefined ? { secret } : { secret, part };
}

function compareUnits(
  pairs: readonly { readonly from: string; readonly to: string }[],
  before: StandingByPath,
  after: StandingByPath,
): TokenComparison {
  if (pairs.every(({ to }) => after.has(to))) {
    return joinAll(pairs.map(({ from, to }) => compare(before.get(from) ?? [], after.get(to) ?? [])));
  }
  // There are other forms than the grammar requires: each token must occur somewhere.
  const { lost } = compare(maxCounts([...before.values()]), [...after.values()].flat());
  return { lost, repeated: [] };
}

function byPath(units: readonly ScannedUnit[]): StandingByPath {
  return new Map(units.map(({ path, matches }) => [pathText(path), matches]));
}

function compare(wanted: readonly Standing[], actual: readonly Standing[]): TokenComparison {
  const lost: TokenMismatch[] = [];
  const repeated: TokenMismatch[] = [];
  const counts = countTokens(actual);
  for (const [key, { count, mismatch }] of countTokens(wanted)) {
    const actualCount = counts.get(key)?.count ?? 0;
    if (actualCount < count) lost.push(mismatch);
    else if (actualCount > count) repeated.push(mismatch);
  }
  return { lost, repeated };
}

function countTokens(all: readonly Standing[]) {
  const counts = new Map<string, { count: number; readonly mismatch: TokenMismatch }>();
  for (const { secret, part } of all) {
    if (secret === undefined) continue;
    const key = keyOf(secret, part);
    const known = counts.get(key);
    if (known !== undefined) known.count += 1;
    else counts.set(key, { count: 1, mismatch: { secret, ...(part === undefined ? {} : { part }) } });
  }
  return counts;
}

/** Keeps each token once, however many forms have it. */
function maxCounts(units: readonly (readonly Standing[])[]): readonly Standing[] {
  const found = new Map<string, Standing>();
  for (const standing of units.flat()) {
    if (standing.secret !== undefined) found.set(keyOf(standing.secret, standing.part), standing);
  }
  return [...found.values()];
}

/** Joins comparisons; forms that lack the same token count as one loss. */
function joinAll(all: readonly TokenComparison[]): TokenComparison {
  const unique = (list: readonly TokenMismatch[]) => [
    ...new Map(list.map((each) => [keyOf(each.secret, each.part), each])).values(),
  ];
  return { lost: unique(all.flatMap(({ lost }) => lost)), repeated: unique(all.flatMap(({ repeated }) => repeated)) };
}

function keyOf({ token }: StoredSecret, part: number | undefined): string {
  return `${token}-${part ?? 0}`;
}
