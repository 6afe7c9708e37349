import { contender } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';
import { catalogFolder } from './check-variants.js';
import { pofilter } from './pofilter.js';

const SAMPLES = 5;
/** So many units a second, where the checks of pofilter did 6,100: half of what those take on the same machine. */
const UNITS = 12_000;
const limit = { atMost: 1e6 / UNITS };

/** A full flow over real catalogs: read, segment, leverage, translate, terms, checks, write. */
export async function flow(): Promise<boolean> {
  const folder = catalogFolder();
  if (folder === undefined) {
    console.log('\nA full flow: the catalogs are not here');
    return true;
  }
  const exact = await measure(
    [
      pofilter(folder),
      contender('flow: every unit in the memory, on one core', limit),
      contender('flow: every unit in the memory, CPU time of all threads'),
      contender('flow: every unit in the memory, by the clock', limit),
    ],
    { samples: SAMPLES },
  );
  const others = await measure(
    [contender('flow: an empty memory'), contender('flow: every unit nearly in the memory')],
    { samples: 1 },
  );
  report('A full flow over the catalogs, per unit: other memories', 'µs', others);
  return report('A full flow over the catalogs, per unit', 'µs', exact);
}
