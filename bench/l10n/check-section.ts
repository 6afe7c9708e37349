import { elsewhere } from '../flow/peers.js';
import { contender } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';
import { catalogFolder } from './check-variants.js';

const SAMPLES = 3;
/** What pofilter took with its defaults, in units a second. */
const POFILTER = 6100;

/** Checks over real catalogs: their speed beside pofilter, how rarely they speak, and how rarely they miss. */
export async function checks(): Promise<boolean> {
  if (catalogFolder() === undefined) {
    console.log('\nChecks of real catalogs: they are not here');
    return true;
  }
  const speed = await measure(
    [
      elsewhere('pofilter', 1e6 / POFILTER),
      contender('check: placeholder-check', { timesFloor: 1 / 10 }),
      contender('check: qa-check', { timesFloor: 1 / 10 }),
      contender('check: both', { timesFloor: 1 / 10 }),
      contender('check: placeholder-check, CPU time'),
      contender('check: both, CPU time'),
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
