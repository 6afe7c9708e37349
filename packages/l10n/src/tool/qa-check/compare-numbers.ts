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
  const verbatim = without(source, target, (one, other) => one.raw === other.raw && isLoose(one, other));
  const equal = without(
    verbatim.missing,
    verbatim.extra,
    (one, other) => one.value !== undefined && one.value === other.value,
  );
  const split = without(
    equal.missing.flatMap(splitNumber),
    equal.extra.flatMap(splitNumber),
    (one, other) => one.value === other.value,
  );
  const mayBeRead = [...equal.missing, ...equal.extra].some(
    ({ raw, value }) => value === undefined || raw.includes(' '),
  );
  return mayBeRead && joinDigits(split.missing) === joinDigits(split.extra) ? { missing: [], extra: [] } : split;
}

function isLoose(one: FoundNumber, other: FoundNumber): boolean {
  return one.value === undefined || other.value === undefined;
}

/** Removes matching pairs; each number takes its first match on the other side. */
function without(
  source: readonly FoundNumber[],
  target: readonly FoundNumber[],
  isSame: (one: FoundNumber, other: FoundNumber) => boolean,
): ComparedNumbers {
  const extra = [...target];
  const missing = source.filter((one) => {
    const at = extra.findIndex((other) => isSame(one, other));
    if (at >= 0) extra.splice(at, 1);
    return at < 0;
  });
  return { missing, extra };
}

function joinDigits(numbers: readonly FoundNumber[]): string {
  const parts = numbers.flatMap((number) => number.parts);
  return parts.toSorted().join(' ');
}
