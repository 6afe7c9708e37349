// From vitest's JSON results to the last lines of `npm test`.
import { relative } from 'node:path';

/**
 * @typedef {{ fullName: string, status: string, meta?: { skipReason?: string } }} TestResult
 * @typedef {{ name: string, status: string, startTime?: number, endTime?: number, assertionResults: TestResult[] }} FileResult
 * @typedef {{ testResults: FileResult[] }} Results
 * @typedef {{ passed: number, failed: number, skipped: Map<string, number> }} Counts
 */

/**
 * Counts the tests of a run. A run that gave no results, or failed outside of any test, counts as one failure.
 *
 * @param {Results | null} results
 * @param {boolean} ok
 * @returns {Counts}
 */
export function countTests(results, ok) {
  const counts = { passed: 0, failed: 0, skipped: new Map() };
  for (const file of results?.testResults ?? []) {
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') counts.failed += 1;
      else addSkip(counts.skipped, reasonOf(test));
    }
    if (failedOutsideTests(file)) counts.failed += 1;
  }
  if (!ok && counts.failed === 0) counts.failed = 1;
  return counts;
}

/**
 * True when a file broke while it was loaded, or has type errors that belong to none of its tests.
 *
 * @param {FileResult} file
 */
export function failedOutsideTests(file) {
  return file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');
}

/** Reasons of skips first, the one line that machines read last. @param {Counts} counts */
export function summaryLines({ passed, failed, skipped }) {
  const reasons = [...skipped].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, n]) => `${n} skipped: ${reason}`);
  const total = [...skipped.values()].reduce((sum, n) => sum + n, 0);
  return [...reasons, `${passed} passed, ${failed} failed${total > 0 ? `, ${total} skipped` : ''}`];
}

/**
 * The ten files that took longest, slowest first.
 *
 * @param {Results | null} results
 * @param {string} root the folder that the names of files begin with
 */
export function slowestLines(results, root) {
  const files = (results?.testResults ?? []).map(({ name, startTime = 0, endTime = 0 }) => ({
    name: relative(root, name ?? ''),
    ms: endTime - startTime,
  }));
  const slowest = files.filter(({ ms }) => ms > 0).sort((a, b) => b.ms - a.ms);
  return slowest.slice(0, 10).map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

/** @param {TestResult} test */
function reasonOf(test) {
  if (test.status === 'todo') return 'to do';
  return test.meta?.skipReason ?? `no reason given, such as "${test.fullName.trim()}"`;
}

/**
 * Skips without a reason share one line that names the first.
 *
 * @param {Map<string, number>} skipped
 * @param {string} reason
 */
function addSkip(skipped, reason) {
  const line = reason.startsWith('no reason given')
    ? ([...skipped.keys()].find((key) => key.startsWith('no reason given')) ?? reason)
    : reason;
  skipped.set(line, (skipped.get(line) ?? 0) + 1);
}
