import { expect, test } from 'vitest';
import { createInstalledWorkspace } from './fake-workspace.js';

const passed = { fullName: 'a', status: 'passed' };
const failed = { fullName: 'b', status: 'failed' };
const skipped = (skipReason?: string) => ({ fullName: 'c', status: 'skipped', meta: { skipReason } });

/** A workspace whose vitest answers with these files, and whose type check and lint end as told. */
function createTested(files: object[], { vitest = 0, lint = 0 } = {}) {
  const workspace = createInstalledWorkspace(['vitest']);
  workspace.write('tools/vitest/results.json', { testResults: files });
  workspace.write(
    'tools/vitest/vitest.mjs',
    `import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
    const target = process.argv.find((arg) => arg.startsWith('--outputFile.json=')).split('=')[1];
    writeFileSync('arguments.log', process.argv.slice(2).filter((arg) => !arg.startsWith('--')).join(' '));
    if (existsSync('tools/vitest/results.json')) copyFileSync('tools/vitest/results.json', target);
    process.exitCode = ${vitest};`,
  );
  workspace.write('scripts/lint.mjs', `console.log('a finding'); process.exitCode = ${lint};`);
  return workspace;
}

const results = 'node_modules/.cache/helve/results.json';
const lastLines = (stdout: string, count: number) => stdout.trimEnd().split('\n').slice(-count);

test('npm test counts type check and lint as one test each', async () => {
  const workspace = createTested([{ status: 'passed', assertionResults: [passed, passed] }]);
  const { code, stdout } = await workspace.run('scripts/test.mjs');
  expect(stdout).toMatch(
    /^✓ type check \(\d+\.\d s\)\n✓ lint \(\d+\.\d s\)\n✓ tests \(\d+\.\d s\)\n4 passed, 0 failed\n$/,
  );
  expect(code).toBe(0);
});

test('npm test ends with the reasons of skips and one line of sums', async () => {
  const assertionResults = [
    passed,
    failed,
    skipped('needs ../shared'),
    skipped('needs ../shared'),
    skipped('needs python3'),
    skipped(),
    skipped(),
    { fullName: 'd', status: 'todo' },
  ];
  const workspace = createTested([{ status: 'failed', assertionResults }], { vitest: 1 });
  const { code, stdout } = await workspace.run('scripts/test.mjs');
  expect(lastLines(stdout, 5)).toEqual([
    '2 skipped: needs ../shared',
    '1 skipped: needs python3',
    '2 skipped: no reason given, such as "c"',
    '1 skipped: to do',
    '3 passed, 1 failed, 6 skipped',
  ]);
  expect(code).toBe(1);
});

test('npm test goes on after lint has failed, and shows what it said', async () => {
  const workspace = createTested([{ status: 'passed', assertionResults: [passed] }], { lint: 1 });
  const { code, stdout } = await workspace.run('scripts/test.mjs');
  expect(stdout).toContain('a finding\n✗ lint');
  expect(lastLines(stdout, 1)).toEqual(['2 passed, 1 failed']);
  expect(code).toBe(1);
});

test('npm test stops where the build is broken', async () => {
  const workspace = createTested([]);
  workspace.write('packages/one/src/index.ts', 'BROKEN');
  const { code, stdout, stderr } = await workspace.run('scripts/test.mjs');
  expect(stderr).toContain('Cannot build');
  expect(stdout).toBe('0 passed, 1 failed\n');
  expect(code).toBe(1);
});

test('npm test counts a file that cannot be loaded, and a run that breaks', async () => {
  const unloaded = createTested([{ status: 'failed', assertionResults: [] }], { vitest: 1 });
  expect(lastLines((await unloaded.run('scripts/test.mjs')).stdout, 1)).toEqual(['2 passed, 1 failed']);

  const errors = createTested([{ status: 'passed', assertionResults: [passed] }], { vitest: 1 });
  expect(lastLines((await errors.run('scripts/test.mjs')).stdout, 1)).toEqual(['3 passed, 1 failed']);

  const crashed = createTested([], { vitest: 1 });
  crashed.remove('tools/vitest/results.json');
  expect(lastLines((await crashed.run('scripts/test.mjs')).stdout, 1)).toEqual(['2 passed, 1 failed']);
  expect(crashed.has(results)).toBe(false);
});

test('npm test names the files that took longest', async () => {
  const file = (name: string, ms: number) => ({
    name,
    status: 'passed',
    startTime: 0,
    endTime: ms,
    assertionResults: [passed],
  });
  const workspace = createTested(Array.from({ length: 12 }, (_, index) => file(`file-${index}.test.ts`, index * 100)));
  const { stdout } = await workspace.run('scripts/test.mjs');
  const lines = stdout.split('\n').filter((line) => line.includes('.test.ts'));
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatch(/^ {3}1\.1 s {2}.*file-11\.test\.ts$/);
});

test('npm test with a filter neither checks types nor lints, and keeps the results of a whole run only', async () => {
  const workspace = createTested([{ status: 'passed', assertionResults: [passed] }]);
  const { stdout } = await workspace.run('scripts/test.mjs', ['core']);
  expect(stdout).toMatch(/^✓ tests \(\d+\.\d s\)\n1 passed, 0 failed\n$/);
  expect(workspace.read('arguments.log')).toBe('run core');
  expect(workspace.has(results)).toBe(false);
  await workspace.run('scripts/test.mjs');
  expect(JSON.parse(workspace.read(results))).toHaveProperty('testResults');
});
