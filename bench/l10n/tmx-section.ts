import { contender } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';

const perUnit = (unitsPerSecond: number) => 1e6 / unitsPerSecond;

/** TMX import and exact lookups over SQLite, beside what they promise. */
export async function tmx(): Promise<boolean> {
  const times = await measure(
    [
      contender('tmx 100,000 units into SQLite', { atMost: perUnit(25_000) }),
      contender('tmx 1,000,000 units into SQLite', { atMost: perUnit(25_000) }),
    ],
    { samples: 1 },
  );
  const heaps = await measure(
    [
      contender('tmx 100,000 units: heap above idle', { atMost: 96 }),
      contender('tmx 1,000,000 units: heap above idle', { atMost: 96 }),
    ],
    { samples: 1 },
  );
  const lookups = await measure([contender('SQLite, 1,000,000 entries: exact lookup', { atMost: 0.3 })], {
    samples: 1,
  });
  return [
    report('TMX import, per unit', 'µs', times),
    report('TMX import, memory', 'MiB', heaps),
    report('Exact lookup', 'ms', lookups),
  ].every(Boolean);
}
