// npm run spec: which requirements of the specs have a passing test. The list of requirements is the specs themselves.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheDir, readJson, root, say } from './set-up/workspace.mjs';
import { failedOutsideTests } from './summary.mjs';

const options = process.argv.slice(2);
const specDir = resolve(root, '..', 'shared', 'spec');
const resultsFile = join(cacheDir, 'results.json');

const unknown = options.find((option) => option !== '--json');
if (unknown !== undefined) fail(`Cannot read "${unknown}": the only option is --json`);
if (!existsSync(specDir)) fail('Cannot find ../shared/spec: the specs are not beside this workspace');
const results = readJson(resultsFile);
if (!results) fail('Cannot find the results of a test run: run `npm test` (without a filter) first');

const proven = provenIds(results);
const specs = readdirSync(specDir)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => {
    const ids = requirementIds(readFileSync(join(specDir, name), 'utf8'));
    return { file: name, proven: ids.filter((id) => proven.has(id)), missing: ids.filter((id) => !proven.has(id)) };
  })
  .filter((spec) => spec.proven.length + spec.missing.length > 0);

if (options.includes('--json')) console.log(JSON.stringify({ specs }, null, 2));
else print();

/** The bold ids of a spec, in order: `**C42**`, `**T10 pseudo-translate**`. @param {string} text */
function requirementIds(text) {
  return [...new Set([...text.matchAll(/\*\*([A-Z]{1,2}[0-9]+)(?![\w-])[^*]*\*\*/g)].map((match) => String(match[1])))];
}

/** Ids that a passing test names and no failing one does. @param {import('./summary.mjs').Results} run */
function provenIds(run) {
  const tests = run.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      ids: namedIds(test.fullName),
      status: failedOutsideTests(file) ? 'failed' : test.status,
    })),
  );
  /** @param {string} status */
  const idsWith = (status) => new Set(tests.filter((test) => test.status === status).flatMap((test) => test.ids));
  const failed = idsWith('failed');
  return new Set([...idsWith('passed')].filter((id) => !failed.has(id)));
}

/**
 * Ids that stand as words of their own. A range such as C1-C5 names its ends only in passing, so it counts for neither.
 *
 * @param {string} name
 */
function namedIds(name) {
  const withoutRanges = name.replace(
    /(?<!\w)[A-Z]{1,2}[0-9]+\s*(?:[-–—…]|\.\.\.?|to|through)\s*[A-Z]{0,2}[0-9]+(?!\w)/g,
    ' ',
  );
  return [...withoutRanges.matchAll(/(?<![\w-])[A-Z]{1,2}[0-9]+(?![\w-])/g)].map((match) => match[0]);
}

function print() {
  const color = process.stdout.isTTY && !process.env['NO_COLOR'];
  /** @param {number} code @param {string} text */
  const paint = (code, text) => (color ? `\u001B[${code}m${text}\u001B[0m` : text);
  for (const spec of specs) {
    const all = spec.proven.length + spec.missing.length;
    console.log(paint(1, `${spec.file}: ${spec.proven.length} of ${all} proven`));
    if (spec.proven.length > 0) console.log(paint(32, wrap('  with    ', spec.proven)));
    if (spec.missing.length > 0) console.log(paint(33, wrap('  without ', spec.missing)));
  }
  const sum = specs.reduce((total, spec) => total + spec.proven.length, 0);
  const all = specs.reduce((total, spec) => total + spec.proven.length + spec.missing.length, 0);
  const when = statSync(resultsFile).mtime.toISOString().slice(0, 16).replace('T', ' ');
  console.log(`\n${sum} of ${all} requirements have a passing test in the run of ${when} UTC`);
}

/** @param {string} title @param {string[]} words */
function wrap(title, words) {
  const width = 100;
  const lines = [''];
  for (const word of words) {
    const last = lines.length - 1;
    if (`${lines[last]} ${word}`.length > width - title.length) lines.push(word);
    else lines[last] = `${lines[last]} ${word}`.trim();
  }
  return title + lines.join(`\n${' '.repeat(title.length)}`);
}

/** @param {string} message @returns {never} */
function fail(message) {
  say(message);
  process.exit(2);
}
