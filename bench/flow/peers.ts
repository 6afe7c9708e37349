import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Contender } from '../measure.js';
import { outputOf } from './corpus.js';

const toolkitScript = join('bench', 'flow', 'toolkit.py');
/** The one on the path may be another than the one that the system's packages are for. */
const pythons = ['python3', '/usr/bin/python3'];

/** True when a program is installed here. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--help']).status === 0;
}

/** The Python that has translate-toolkit, where its programs are installed too. */
export function toolkitPython(): string | undefined {
  return ['pocount', 'podebug', 'pofilter'].every(hasProgram) ? pythonWith('translate') : undefined;
}

/** A Python that has some modules, named as an import names them. */
export function pythonWith(modules: string): string | undefined {
  return pythons.find((python) => spawnSync(python, ['-c', `import ${modules}`]).status === 0);
}

/** Milliseconds that a program takes from start to end. */
export function programMs(name: string, args: readonly string[], cwd?: string): Contender {
  return {
    name: `${basename(name)} (whole process)`,
    sample() {
      const began = performance.now();
      run(name, args, cwd);
      return performance.now() - began;
    },
  };
}

export function msgcat(path: string): Contender {
  return programMs('msgcat', ['-o', outputOf('msgcat.po'), path]);
}

export function pocount(path: string): Contender {
  return programMs('pocount', [path]);
}

/** Letters become others that look alike, as ours do. */
export function podebug(path: string): Contender {
  return programMs('podebug', ['--progress=none', '--rewrite=unicode', path, outputOf('podebug.po')]);
}

/** All tests unless one is named. */
export function pofilter(path: string, test?: string): Contender {
  const tests = test === undefined ? [] : ['-t', test];
  const name = `pofilter, ${test === undefined ? 'all tests' : 'one test'} (whole process)`;
  return { ...programMs('pofilter', ['--progress=none', ...tests, path, outputOf('pofilter.po')]), name };
}

/** What a measure of `toolkit.py` says. */
export function toolkitSays(python: string, name: string, args: readonly string[]): Contender {
  return { name, sample: () => Number(run(python, [toolkitScript, ...args])) };
}

/** What another library took on a machine like this one, so that there is something to stand beside where it is absent. */
export function elsewhere(name: string, cost: number): Contender {
  return { name: `${name} (measured elsewhere)`, sample: () => cost };
}

function run(name: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8', ...(cwd === undefined ? {} : { cwd }) });
  if (status !== 0) throw new Error(`Cannot measure "${name}": exit code ${status}\n${stderr}`);
  return stdout;
}
