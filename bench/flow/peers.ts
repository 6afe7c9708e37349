import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Contender } from '../measure.js';
import { outputOf } from './corpus.js';

/** Whether a program of gettext is installed here. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0;
}

/** Milliseconds that a program takes from start to end. */
export function programMs(name: string, args: readonly string[], cwd?: string): Contender {
  return {
    name: `${basename(name)} (whole process)`,
    sample() {
      const began = performance.now();
      const { status, stderr } = spawnSync(name, args, { encoding: 'utf8', ...(cwd === undefined ? {} : { cwd }) });
      if (status !== 0) throw new Error(`Cannot measure "${name}": exit code ${status}\n${stderr}`);
      return performance.now() - began;
    },
  };
}

export function msgcat(path: string): Contender {
  return programMs('msgcat', ['-o', outputOf('msgcat.po'), path]);
}

/** What another library took on a machine like this one, so that there is something to stand beside where it is absent. */
export function elsewhere(name: string, cost: number): Contender {
  return { name: `${name} (measured elsewhere)`, sample: () => cost };
}
