import { join } from 'node:path';
import { root, run } from '../set-up/workspace.mjs';

/** @typedef {import('./run-suite.mjs').Row} Row */

const helve = join(root, 'packages', 'cli', 'bin', 'helve.js');

/** What the inspector is told, and what its answer has to hold. @param {string} url @returns {readonly [string, string[], RegExp][]} */
function questions(url) {
  const http = [url, '--transport', 'http'];
  const stdio = [process.execPath, helve, 'mcp'];
  return [
    ['tools/list over HTTP', [...http, '--method', 'tools/list'], /"name": "greet"/],
    [
      'tools/call over HTTP',
      [...http, '--method', 'tools/call', '--tool-name', 'greet', '--tool-arg', 'name=Ada'],
      /Hello, Ada!/,
    ],
    ['resources/list over HTTP', [...http, '--method', 'resources/list'], /test:\/\/static-text/],
    ['prompts/list over HTTP', [...http, '--method', 'prompts/list'], /test_simple_prompt/],
    ['tools/list over stdio', [...stdio, '--method', 'tools/list'], /"name": "word_count"/],
    [
      'tools/call over stdio',
      [...stdio, '--method', 'tools/call', '--tool-name', 'word_count', '--tool-arg', 'text=one two'],
      /\\"words\\":2|"words": 2/,
    ],
  ];
}

/** Lists and calls through the command line of the inspector. @param {import('./fetch-suite.mjs').Suite} suite @param {string} url */
export async function inspectAll({ node, inspector }, url) {
  /** @type {Row[]} */
  const rows = [];
  for (const [scenario, args, wanted] of questions(url)) {
    const { output } = await run(node, [inspector, '--cli', ...args]);
    const ok = wanted.test(output);
    const counts = { passed: Number(ok), failed: Number(!ok) };
    rows.push({ part: 'inspector', scenario, ...counts, wanted: true, ...(ok ? {} : { note: output.slice(-1_000) }) });
  }
  return rows;
}
