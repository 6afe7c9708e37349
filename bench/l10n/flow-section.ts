import { contender } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';
import { hasCatalogs } from './flow-corpus.js';

const SAMPLES = 3;
/** 12,000 units a second. */
const MICROSECONDS_PER_UNIT = 1e6 / 12_000;

/** A full flow over real catalogs: read, segment, leverage, translate, terms, checks, write, on one core. */
export async function flow(): Promise<boolean> {
  if (!hasCatalogs) {
    console.log('\nA full flow: the catalogs are not here');
    return true;
  }
  const limit = { atMost: MICROSECONDS_PER_UNIT };
  const exact = await measure(
    [
      contender('flow: every unit in the memory', limit),
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
