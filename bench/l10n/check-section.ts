import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { elsewhere, toolkitPython } from '../flow/peers.js';
import { contender } from '../kit/run-variants.js';
import { measure, report, type Contender } from '../measure.js';
import { catalogFolder } from './check-variants.js';

const SAMPLES = 3;
/** What the checks of pofilter took with their defaults, in units a second. */
const POFILTER = 6100;
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

/** The checks of pofilter where it is installed, else what they took on another machine. */
function pofilter(folder: string): Contender {
  const python = toolkitPython();
  if (python === undefined) return elsewhere('pofilter', 1e6 / POFILTER);
  return {
    name: 'pofilter: its checks alone, CPU time',
    sample() {
      const args = [join('bench', 'l10n', 'pofilter.py'), folder];
      const { status, stdout, stderr } = spawnSync(python, args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`Cannot measure "pofilter": exit code ${status}\n${stderr}`);
      return Number(stdout);
    },
  };
}
