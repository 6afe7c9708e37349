import { fileURLToPath } from 'node:url';
import { run } from '../set-up/workspace.mjs';

/**
 * One scenario, as the table shows it; `wanted` says whether it may fail.
 *
 * @typedef {{ part: string, scenario: string, passed: number, failed: number, wanted: boolean, note?: string }} Row
 * @typedef {import('./fetch-suite.mjs').Suite} Suite
 */

/** A client of ours that the suite starts. */
const client = fileURLToPath(import.meta.resolve('./client.mjs'));

/** All scenarios of a revision; those of the tasks extension count as well. @param {Suite} suite @param {string} url @param {string} revision */
export async function runRevision(suite, url, revision) {
  const { output } = await runSuite(suite, ['server', '--url', url, '--requirements', revision]);
  return readRows(output, `server ${revision}`);
}

/** One scenario. @param {Suite} suite @param {string} url @param {string} revision @param {string} scenario @returns {Promise<Row>} */
export async function runScenario(suite, url, revision, scenario) {
  const { output } = await runSuite(suite, ['server', '--url', url, ...scenarioArgs(scenario, revision)]);
  return rowOf(output, `server ${revision}`, scenario);
}

/** What the suite says of one scenario. @param {string} output @param {string} part @param {string} scenario @returns {Row} */
function rowOf(output, part, scenario) {
  const [, passed = '0', , failed = '1'] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(output) ?? [];
  const row = { part, scenario, passed: Number(passed), failed: Number(failed), wanted: true };
  return row.failed === 0 ? row : { ...row, note: output };
}

/**
 * The scenarios for clients that apply to ours, by revision. The others are about OAuth, which keys in headers stand
 * for here, and about questions of a server, which no tool of a stranger gets an answer to.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const clientScenarios = {
  '2025-11-25': ['initialize', 'tools_call', 'sse-retry', 'json-schema-2020-12-preservation'],
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ],
};

/** @param {Suite} suite @param {readonly string[]} revisions @returns {Promise<Row[]>} */
export async function runClients(suite, revisions) {
  const rows = [];
  for (const revision of revisions) {
    for (const scenario of clientScenarios[revision] ?? []) rows.push(await runClient(suite, revision, scenario));
  }
  return rows;
}

/** One scenario against our client. @param {Suite} suite @param {string} revision @param {string} scenario @returns {Promise<Row>} */
async function runClient(suite, revision, scenario) {
  const { output } = await runSuite(suite, [
    'client',
    '--command',
    `"${process.execPath}" "${client}"`,
    ...scenarioArgs(scenario, revision),
  ]);
  return rowOf(output, `client ${revision}`, scenario);
}

/** Extensions stand on no timeline, and are run by force. @param {string} scenario @param {string} revision */
function scenarioArgs(scenario, revision) {
  return ['--scenario', scenario, '--spec-version', revision, '--force'];
}

/** @param {Suite} suite @param {readonly string[]} args */
function runSuite({ node, suite }, args) {
  return run(node, [suite, ...args]);
}

/** What the summary of the suite says. @param {string} output @param {string} part @returns {Row[]} */
export function readRows(output, part) {
  const [, summary = ''] = output.split('=== SUMMARY ===');
  const [scored = '', unscored = ''] = summary.split('Not scored for');
  const rows = [...scored.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gmu)].map(
    ([, scenario = '', passed, failed]) => {
      const isOptional = unscored.includes(` ${scenario} (`);
      return {
        part,
        scenario,
        passed: Number(passed),
        failed: Number(failed),
        wanted: !isOptional || scenario.startsWith('tasks-'),
        ...(isOptional ? { note: 'not required' } : {}),
      };
    },
  );
  if (rows.length > 0) return rows;
  return [{ part, scenario: '(the suite itself)', passed: 0, failed: 1, wanted: true, note: output.slice(-2_000) }];
}
