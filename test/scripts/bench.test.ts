import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freshProcess, measure, medianOf, perCall, report } from '../../bench/measure.js';
import { createFakeWorkspace, createInstalledWorkspace } from './fake-workspace.js';

const script = 'scripts/bench.mjs';
const repository = join(import.meta.dirname, '..', '..');

function createWithBenches() {
  const workspace = createFakeWorkspace();
  for (const name of ['core', 'call', 'measure']) workspace.write(`bench/${name}.ts`, '');
  return workspace;
}

test('bench without a name lists what there is', async () => {
  const { code, stdout } = await createWithBenches().run(script);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'npm run bench -- <name>\n  call\n  core\n' });
});

test.each([
  ['coer', 'Cannot find the bench "coer": did you mean "core"?\nThere are: call, core\n'],
  ['cal', 'Cannot find the bench "cal": did you mean "call"?\nThere are: call, core\n'],
  ['tool', 'Cannot find the bench "tool"\nThere are: call, core\n'],
  ['measure', 'Cannot find the bench "measure"\nThere are: call, core\n'],
])('bench refuses the unknown name %s', async (name, stderr) => {
  expect(await createWithBenches().run(script, [name])).toEqual({ code: 2, stdout: '', stderr });
});

test('bench compiles a file and runs it against the built packages, with its arguments and its exit code', async () => {
  const workspace = createInstalledWorkspace();
  symlinkSync(join(repository, 'node_modules/esbuild'), workspace.path('node_modules/esbuild'), 'junction');
  workspace.write('bench/near.ts', 'export const two: number = 2;');
  workspace.write(
    'bench/sum.ts',
    `import { one } from 'one';
    import { two } from './near.js';
    console.log(one + two, typeof gc, ...process.argv.slice(2));
    process.exitCode = 4;`,
  );
  const { code, stdout } = await workspace.run(script, ['sum', '--samples', '3']);
  expect({ code, stdout }).toEqual({ code: 4, stdout: '3 function --samples 3\n' });
});

test('medianOf takes the middle, or the mean of the two in the middle', () => {
  expect(medianOf([9, 1, 5])).toBe(5);
  expect(medianOf([4, 1, 2, 9])).toBe(3);
});

test('freshProcess measures a Node of its own, and refuses one that fails', () => {
  expect(freshProcess(['-e', '0'])()).toBeGreaterThan(0);
  expect(freshProcess(['-e', 'process.exit(3)'])).toThrow('Cannot measure "node -e process.exit(3)": exit code 3');
});

test('perCall warms up, and takes the median of several rounds', async () => {
  let calls = 0;
  expect(await perCall(10, () => (calls += 1))()).toBeGreaterThan(0);
  expect(calls).toBe(90);
  await perCall(10, async () => (calls += 1))();
  expect(calls).toBe(180);
});

test('measure takes turns, changes direction, and judges against the floor and the target', async () => {
  const order: string[] = [];
  const sample = (name: string, cost: number) => () => {
    order.push(name);
    return cost;
  };
  const rows = await measure(
    [
      { name: 'floor', sample: sample('floor', 2) },
      { name: 'good', sample: sample('good', 6), target: { timesFloor: 3, atMost: 6 } },
      { name: 'slow', sample: sample('slow', 7), target: { timesFloor: 3 } },
      { name: 'late', sample: sample('late', 7), target: { atMost: 6 } },
    ],
    { samples: 2 },
  );
  expect(order).toEqual(['floor', 'good', 'slow', 'late', 'late', 'slow', 'good', 'floor']);
  expect(rows.map(({ name, median, timesFloor, ok }) => ({ name, median, timesFloor, ok }))).toEqual([
    { name: 'floor', median: 2, timesFloor: 1, ok: true },
    { name: 'good', median: 6, timesFloor: 3, ok: true },
    { name: 'slow', median: 7, timesFloor: 3.5, ok: false },
    { name: 'late', median: 7, timesFloor: 3.5, ok: false },
  ]);
  expect(rows[1]).toMatchObject({ promise: '≤ 6.00, ≤ 3.00×', raw: [6, 6] });

  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(report('Title', 'ms', rows)).toBe(false);
  expect(log.mock.calls.flat().slice(0, 4)).toEqual([
    '\nTitle',
    '         median   floor  target',
    '  floor  2.00 ms  1.00×',
    '  good   6.00 ms  3.00×  ≤ 6.00, ≤ 3.00×  ok',
  ]);
  expect(log.mock.calls.flat()).toContain('  raw slow: 7.00 7.00');
  expect(report('Title', 'ms', rows.slice(0, 2))).toBe(true);
  log.mockRestore();
});
