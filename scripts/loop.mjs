// npm run loop: the tests of the packages that changed since the last commit on main, in process; no build, no lint.
// npm run loop -- govern core/src/json: these instead.
import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { installOnly, setUpOrExit } from './set-up.mjs';
import { root, say } from './set-up/workspace.mjs';
import { stepLine } from './steps.mjs';
import { runVitest } from './vitest.mjs';

await setUpOrExit(installOnly);
const named = process.argv.slice(2);
const chosen = named.length > 0 ? named : changedPackages();
if (chosen.length === 0) {
  say('Nothing has changed: name a package or a file, as in `npm run loop -- govern`');
  process.exit(0);
}
say(`Testing ${chosen.join(', ')} …`);
const began = performance.now();
const ok = await runVitest(['--project=unit', '--project=sharing', '--reporter=dot', '--passWithNoTests', ...chosen]);
console.log(stepLine('tests', ok, performance.now() - began));
process.exitCode = ok ? 0 : 1;

/** Folders of packages and examples with changes that are not committed, else with those of the last commit. */
function changedPackages() {
  const open = git('status', '--porcelain', '--untracked-files=all').map((line) => line.slice(3));
  const files = open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1');
  const folders = files.map((file) => /(?:^| )((?:packages|examples)\/[^/]+\/)/.exec(file)?.[1]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}
