// npm test: everything that must hold, with one line at the end that says whether it does.
// npm test -- registry: only the test files that match, without type check and lint of the whole tree.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setUp } from './set-up.mjs';
import { cacheDir, readJson, root, say, SetUpError } from './set-up/workspace.mjs';
import { quietStep, stepLine } from './steps.mjs';
import { countTests, slowestLines, summaryLines } from './summary.mjs';
import { runVitest } from './vitest.mjs';

const filter = process.argv.slice(2);
const isWhole = filter.length === 0;

try {
  await setUp();
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  say(error.message);
  finish({ passed: 0, failed: 1, skipped: new Map() }, error.exitCode);
}

const checks = isWhole ? await runChecks() : [];
const counts = await runTests();
counts.passed += checks.filter((ok) => ok).length;
counts.failed += checks.filter((ok) => !ok).length;
finish(counts, counts.failed === 0 ? 0 : 1);

async function runChecks() {
  return [
    await quietStep('type check', [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b']),
    await quietStep('lint', [join(root, 'scripts', 'lint.mjs')]),
  ];
}

async function runTests() {
  const began = performance.now();
  const draft = join(cacheDir, `results.${process.pid}.json`);
  mkdirSync(cacheDir, { recursive: true });
  const ok = await runVitest(['--reporter=default', '--reporter=json', `--outputFile.json=${draft}`, ...filter]);
  console.log(stepLine('tests', ok, performance.now() - began));
  const results = readJson(draft);
  // `npm run spec` reads this file: only a run of everything may replace it, and only as a whole.
  if (results && isWhole) renameSync(draft, join(cacheDir, 'results.json'));
  else rmSync(draft, { force: true });
  if (isWhole) for (const line of slowestLines(results, root)) console.log(line);
  return countTests(results, ok);
}

/** @param {import('./summary.mjs').Counts} totals @param {number} exitCode @returns {never} */
function finish(totals, exitCode) {
  for (const line of summaryLines(totals)) console.log(line);
  process.exit(exitCode);
}
