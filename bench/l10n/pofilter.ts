import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { elsewhere, toolkitPython } from '../flow/peers.js';
import type { Contender } from '../measure.js';

/** What the checks of pofilter took with their defaults on another machine, in units a second. */
const POFILTER = 6100;

/** The checks of pofilter where it is installed, else what they took on another machine. */
export function pofilter(folder: string): Contender {
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
