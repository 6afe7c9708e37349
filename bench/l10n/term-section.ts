import { contender } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';
import { TERM_BLOCKS } from './term-variants.js';

const SAMPLES = 3;
/** 20 MB a second. */
const NANOSECONDS_PER_BYTE = 50;

/** Terms: the speed of looking them up, which must hardly depend on their number. */
export async function terms(): Promise<boolean> {
  const rows = await measure(
    [
      contender('terms: 500 terms', { atMost: NANOSECONDS_PER_BYTE }),
      contender('terms: 50,000 terms', { atMost: NANOSECONDS_PER_BYTE, timesFloor: 1.5 }),
      contender('terms: 50,000 terms, as given', { atMost: NANOSECONDS_PER_BYTE, timesFloor: 1.5 }),
    ],
    { samples: SAMPLES },
  );
  const kept = report(`Terms in ${TERM_BLOCKS} blocks, per byte of text`, 'ns', rows);
  const made = await measure([contender('terms: making the automaton of 50,000')], { samples: SAMPLES });
  return report('Terms: what comes before', 'ms', made) && kept;
}
