import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createInstalledWorkspace } from './fake-workspace.js';

const bin = 'packages/cli/bin/helve.js';

test('start sets up, then serves with its own arguments and passes the exit code on', async () => {
  const workspace = createInstalledWorkspace();
  workspace.write(bin, 'console.log(process.argv.slice(2).join(" ")); process.exitCode = 7;');
  const { code, stdout, stderr } = await workspace.run('scripts/start.mjs', ['--port', '0']);
  expect(stderr).toContain('Building');
  expect(stdout).toBe('serve --port 0\n');
  expect(code).toBe(7);
});

test('start does not serve when the set-up fails', async () => {
  const workspace = createInstalledWorkspace();
  workspace.write(bin, 'console.log("served");');
  workspace.write('packages/one/src/index.ts', 'BROKEN');
  const { code, stdout, stderr } = await workspace.run('scripts/start.mjs');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Cannot build');
});

test.each([
  ['SIGTERM', `process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1e6);`, 9],
  ['SIGTERM', `setInterval(() => {}, 1e6);`, 143],
  ['SIGINT', `process.on('SIGINT', () => process.exit(130)); setInterval(() => {}, 1e6);`, 130],
] as const)('start passes %s on', async (signal, program, expected) => {
  const workspace = createInstalledWorkspace();
  workspace.write(bin, `${program} console.log('ready');`);
  const { child, ended } = workspace.start('scripts/start.mjs');
  await once(child.stdout ?? child, 'data');
  child.kill(signal);
  expect((await ended).code).toBe(expected);
});
