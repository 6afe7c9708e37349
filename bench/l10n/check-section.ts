import { contender } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';
import { catalogFolder } from './check-variants.js';
import { pofilter } from './pofilter.js';

const SAMPLES = 3;
const tenTimes = { timesFloor: 1 / 10 };

/** Checks over real catalogs: their speed beside pofilter, how rarely they speak, and how rarely they miss. */
export async function checks(): Promise<boolean> {
  const folder = catalogFolder();
  if (folder === undefined) {
    console.log('\nChecks of real catalogs: they are not here');
    return true;
  }
  // All by the time of a processor, with catalogs in memory: neither side reads, writes or starts.
  const speed = await measure(
    [
      pofilter(folder),
      contender('check: placeholder-check, CPU time', tenTimes),
      contender('check: qa-check, CPU time', tenTimes),
      contender('check: both, CPU time', tenTimes),
    ],
    { samples: SAMPLES },
  );
  const fast = report('Checks of a translated unit', 'µs', speed);
  const once = { samples: 1 };
  const rate = await measure([contender('check: units flagged, %', { atMost: 1 })], once);
  const missed = await measure([contender('check: broken translations missed, %', { atMost: 1 })], once);
  const kept = [
    report('Shipped units with a major or critical finding', '%', rate),
    report('Broken translations that nothing finds', '%', missed),
  ];
  return kept.every(Boolean) && fast;
}
