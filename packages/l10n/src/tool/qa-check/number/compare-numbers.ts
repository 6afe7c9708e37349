import { splitNumber, type FoundNumber } from './number-reader.js';

/** Numbers that only one side has. */
export interface ComparedNumbers {
  readonly missing: readonly FoundNumber[];
  readonly extra: readonly FoundNumber[];
}

/**
 * Compares numbers by value. Versions, addresses and dates are numbers in one locale and not in the other: they are
 * compared as written first, and finally by the numbers between their signs.
 */
export function compareNumbers(source: readonly FoundNumber[], target: readonly FoundNumber[]): ComparedNumbers {
  const verbatim = without(source, target, ({ raw }) => raw, isLoose);
  const equal = without(verbatim.missing, verbatim.extra, ({ value }) => value, isRead);
  const split = without(
    equal.missing.flatMap(splitNumber),
    equal.extra.flatMap((number) => splitList(number, equal.missing)),
    ({ value }) => value,
  );
  const mayBeRead = [...equal.missing, ...equal.extra].some(
    ({ raw, value }) => value === undefined || raw.includes(' '),
  );
  return mayBeRead && joinDigits(split.missing) === joinDigits(split.extra) ? { missing: [], extra: [] } : split;
}

/** Splits a number, and two that are missing where a language writes a list closer than the source: "2, 3" and "2,3". */
function splitList(number: FoundNumber, missing: readonly FoundNumber[]): readonly FoundNumber[] {
  const isList = number.raw.includes(',') && number.parts.every((part) => missing.some(({ value }) => value === part));
  return splitNumber(isList ? { ...number, value: undefined } : number);
}

function isLoose(one: FoundNumber, other: FoundNumber): boolean {
  return one.value === undefined || other.value === undefined;
}

function isRead({ value }: FoundNumber): boolean {
  return value !== undefined;
}

/** Removes pairs with the same key; each number takes its first match on the other side. */
function without(
  source: readonly FoundNumber[],
  target: readonly FoundNumber[],
  keyOf: (number: FoundNumber) => string | undefined,
  isSame: (one: FoundNumber, other: FoundNumber) => boolean = () => true,
): ComparedNumbers {
  // Lists, not one search for each: a text may be all numbers.
  const byKey = new Map<string | undefined, FoundNumber[]>();
  for (const other of target) {
    const known = byKey.get(keyOf(other));
    if (known === undefined) byKey.set(keyOf(other), [other]);
    else known.push(other);
  }
  const taken = new Set<FoundNumber>();
  const next = new Map<string | undefined, number>();
  const missing = source.filter((one) => {
    const key = keyOf(one);
    const at = next.get(key) ?? 0;
    const other = byKey.get(key)?.[at];
    if (other === undefined || !isSame(one, other)) return true;
    next.set(key, at + 1);
    taken.add(other);
    return false;
  });
  return { missing, extra: target.filter((other) => !taken.has(other)) };
}

function joinDigits(numbers: readonly FoundNumber[]): string {
  const parts = numbers.flatMap((number) => number.parts);
  return parts.toSorted().join(' ');
}
