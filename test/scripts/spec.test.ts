import { expect, test } from 'vitest';
import { createFakeWorkspace } from './fake-workspace.js';

const script = 'scripts/spec.mjs';
const results = 'node_modules/.cache/helve/results.json';

const spec = `# A spec
Speaks of C9 and **bold words**, and of L10N.
- **C1** one, see **C2** too
- **C3** three
- **C4** four **C5** five
- **T10 pseudo-translate** (alias pseudo)
- **KV7** seven, again **C1**
`;

/** Runs the report over one spec and tests given as name and status. */
async function report(tests: Record<string, string>, args: string[] = [], file: object = { status: 'passed' }) {
  const workspace = createFakeWorkspace();
  const assertionResults = Object.entries(tests).map(([fullName, status]) => ({ fullName, status }));
  workspace.write('../shared/spec/1-call.md', spec);
  workspace.write('../shared/spec/2-empty.md', '# No requirement here');
  workspace.write(results, { testResults: [{ ...file, assertionResults }] });
  return workspace.run(script, args);
}

async function proven(tests: Record<string, string>, file?: object): Promise<string[]> {
  const { stdout } = await report(tests, ['--json'], file);
  const { specs } = JSON.parse(stdout) as { specs: { proven: string[]; missing: string[] }[] };
  return specs.flatMap((found) => found.proven);
}

test('spec lists the bold ids of each file, with and without a passing test', async () => {
  const { code, stdout } = await report({ 'C1 holds': 'passed', 'callTool answers (T10, KV7)': 'passed' });
  expect(code).toBe(0);
  expect(stdout).toContain(
    '1-call.md: 3 of 7 proven\n  with    C1 T10 KV7\n  without C2 C3 C4 C5\n\n3 of 7 requirements have a passing test',
  );
  expect(stdout).not.toContain('2-empty');
  expect(stdout).not.toContain('\u001B');
});

test('spec --json prints the same as data', async () => {
  const { stdout } = await report({ 'C1 holds': 'passed' }, ['--json']);
  expect(JSON.parse(stdout)).toEqual({
    specs: [{ file: '1-call.md', proven: ['C1'], missing: ['C2', 'C3', 'C4', 'C5', 'T10', 'KV7'] }],
  });
});

test('spec takes an id only where it stands as a word of its own', async () => {
  expect(await proven({ 'C10 and xC2 and C3x and C4_a and RC5': 'passed' })).toEqual([]);
  expect(await proven({ 'holds (C2), C3: and KV7/C4': 'passed' })).toEqual(['C2', 'C3', 'C4', 'KV7']);
});

test.each(['C1-C5 hold', 'C1–C5 hold', 'C1 – 5 hold', 'C1..C5 hold', 'C1…C5 hold', 'C1 to C5 hold'])(
  'spec counts no id of a range: %s',
  async (name) => {
    expect(await proven({ [name]: 'passed', 'T10 holds': 'passed' })).toEqual(['T10']);
  },
);

test('spec counts no skipped, todo or failing test', async () => {
  expect(await proven({ 'C1 a': 'skipped', 'C2 a': 'todo', 'C3 a': 'failed', 'C4 a': 'pending' })).toEqual([]);
  expect(await proven({ 'C1 a': 'passed', 'C1 b': 'failed', 'C2 a': 'passed', 'C2 b': 'skipped' })).toEqual(['C2']);
});

test('spec counts no test of a file that failed as a whole', async () => {
  expect(await proven({ 'C1 a': 'passed' }, { status: 'failed' })).toEqual([]);
});

test('spec wraps long lists', async () => {
  const workspace = createFakeWorkspace();
  const ids = Array.from({ length: 60 }, (_, index) => `C${index + 100}`);
  workspace.write('../shared/spec/1-call.md', ids.map((id) => `**${id}** x`).join('\n'));
  workspace.write(results, { testResults: [] });
  const { stdout } = await workspace.run(script);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(stdout.match(/C\d+/g)).toEqual(ids);
});

test('spec says what is absent and ends with 2', async () => {
  const workspace = createFakeWorkspace();
  expect(await workspace.run(script)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Cannot find ../shared/spec: the specs are not beside this workspace\n',
  });
  workspace.write('../shared/spec/1-call.md', spec);
  expect(await workspace.run(script)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Cannot find the results of a test run: run `npm test` (without a filter) first\n',
  });
  expect(await workspace.run(script, ['--jsn'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Cannot read "--jsn": the only option is --json\n',
  });
});
