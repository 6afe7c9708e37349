import type { ComparedNumbers } from './compare-numbers.js';
import type { FoundNumber } from './number-reader.js';

const halfOfDay = /^(?::\p{Nd}{2})?\s?([ap])\.?\s?m\b/iu;

/** Removes the hours that one side counts to 12, and the other to 24: `6 p.m.` is `18:00`. */
export function withoutSameHours(
  { missing, extra }: ComparedNumbers,
  sourceText: string,
  targetText: string,
): ComparedNumbers {
  if (missing.length === 0 || extra.length === 0) return { missing, extra };
  const [left, added] = [new Set(missing), new Set(extra)];
  for (const one of missing) {
    const hour = readHour(sourceText, one);
    const same = [...added].find((other) =>
      hour === undefined ? readHour(targetText, other) === one.value : other.value === hour,
    );
    if (same === undefined) continue;
    takeTime(left, one);
    takeTime(added, same);
  }
  return { missing: [...left], extra: [...added] };
}

/** Returns the hour, from 0 to 23, of a number before "a.m." or "p.m.". */
function readHour(text: string, { end, value }: FoundNumber): string | undefined {
  const half = halfOfDay.exec(text.slice(end, end + 10))?.[1]?.toLowerCase();
  const hour = Number(value);
  if (half === undefined || !(hour >= 1 && hour <= 12)) return undefined;
  return String((hour % 12) + (half === 'p' ? 12 : 0));
}

/** Removes an hour, with its minutes if they are zero. */
function takeTime(numbers: Set<FoundNumber>, hour: FoundNumber): void {
  numbers.delete(hour);
  for (const one of numbers) if (one.start === hour.end + 1 && one.value === '0') numbers.delete(one);
}
