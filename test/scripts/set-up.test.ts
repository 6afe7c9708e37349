import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createFakeWorkspace, createInstalledWorkspace, type FakeWorkspace } from './fake-workspace.js';

const script = 'scripts/set-up.mjs';
const installing = 'Installing dependencies (npm ci) …\n';
const building = 'Building (tsc -b, rolldown) …\n';
const buildingPage = 'Building the page (vite) …\n';
const quiet = { code: 0, stdout: '', stderr: '' };

async function readyWorkspace(): Promise<FakeWorkspace> {
  const workspace = createFakeWorkspace();
  expect(await workspace.run(script)).toEqual({ ...quiet, stderr: installing + building });
  return workspace;
}

test('set-up installs and builds a fresh workspace, and then has nothing to do', async () => {
  const workspace = await readyWorkspace();
  expect(workspace.has('packages/one/dist/index.js')).toBe(true);
  expect(await workspace.run(script)).toEqual(quiet);
  expect(workspace.read('compiler.log')).toBe('run\n');
  expect(workspace.has('.helve')).toBe(false);
});

test('set-up installs again when the lock file asks for more than is there', async () => {
  const workspace = await readyWorkspace();
  const lock = JSON.parse(workspace.read('package-lock.json')) as { packages: Record<string, object> };
  lock.packages['node_modules/two'] = { resolved: 'packages/two', link: true };
  lock.packages['packages/two'] = { name: 'two', version: '0.0.0' };
  workspace.write('packages/two/package.json', { name: 'two', version: '0.0.0' });
  workspace.write('package-lock.json', lock);
  expect(await workspace.run(script)).toEqual({ ...quiet, stderr: installing + building });
  expect(workspace.has('node_modules/two/package.json')).toBe(true);
});

test('set-up takes over what npm installed by hand', async () => {
  const workspace = await readyWorkspace();
  workspace.remove('node_modules/.cache/helve/installed.json');
  expect(await workspace.run(script)).toEqual(quiet);
  workspace.write('package-lock.json', `${workspace.read('package-lock.json')}\n`);
  expect(await workspace.run(script)).toEqual(quiet);
});

test('set-up installs again for another major of Node, and after a half-done install', async () => {
  const workspace = await readyWorkspace();
  const stamp = JSON.parse(workspace.read('node_modules/.cache/helve/installed.json')) as object;
  workspace.write('node_modules/.cache/helve/installed.json', { ...stamp, node: '18' });
  expect((await workspace.run(script)).stderr).toContain(installing);
  workspace.remove('node_modules/.cache');
  workspace.remove('node_modules/.package-lock.json');
  expect((await workspace.run(script)).stderr).toContain(installing);
});

test('set-up builds when a source is new, changed or gone, and when output is missing', async () => {
  const workspace = await readyWorkspace();
  workspace.write('packages/one/src/two.ts', 'export const two = 2;\n');
  expect((await workspace.run(script)).stderr).toBe(building);
  workspace.write('packages/one/src/two.ts', 'export const two = 22;\n');
  expect((await workspace.run(script)).stderr).toBe(building);
  expect(workspace.read('packages/one/dist/two.d.ts')).toContain('22');

  workspace.remove('packages/one/src/two.ts');
  expect((await workspace.run(script)).stderr).toBe(building);
  expect(workspace.has('packages/one/dist/two.d.ts')).toBe(false);

  workspace.remove('packages/one/dist/index.js');
  expect((await workspace.run(script)).stderr).toBe(building);
  expect(workspace.has('packages/one/dist/index.js')).toBe(true);

  workspace.write('packages/one/src/index.test.ts', 'test');
  expect(await workspace.run(script)).toEqual(quiet);
});

test('set-up shows what the compiler says, and tries again the next time', async () => {
  const workspace = await readyWorkspace();
  workspace.write('packages/one/src/index.ts', 'BROKEN');
  for (const _ of [1, 2]) {
    expect(await workspace.run(script)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${building}index.ts: error TS1\n\nCannot build: the compiler found the errors above\n`,
    });
  }
});

test('set-up refuses to build a package that lacks a module which the build names', async () => {
  const workspace = createInstalledWorkspace();
  workspace.write('packages/l10n/package.json', workspace.read('packages/one/package.json'));
  workspace.write('packages/l10n/tsconfig.json', {});
  workspace.write('packages/l10n/src/index.ts', 'export const two = 2;');
  const problem = 'there is no module "run", which scripts/set-up/bundle.mjs names';
  const stderr = `${building}Cannot build "l10n": ${problem}\n`;
  expect(await workspace.run(script)).toEqual({ code: 1, stdout: '', stderr });
});

/** Builds like vite, as far as one file goes. */
const pageBuilder = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
export async function build({ configFile }) {
  const html = readFileSync(join(dirname(configFile), 'index.html'), 'utf8');
  if (html.includes('BROKEN')) throw new Error('no such file');
  const folder = join(dirname(configFile), '../gateway/static');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), html);
}
`;

test('set-up builds the page when a file of it is new, changed or gone, and leaves the code alone', async () => {
  const workspace = createInstalledWorkspace(['vite']);
  workspace.write('tools/vite/package.json', { name: 'vite', version: '0.0.0', type: 'module', exports: './index.js' });
  workspace.write('tools/vite/index.js', pageBuilder);
  workspace.write('packages/studio/vite.config.ts', '');
  workspace.write('packages/studio/index.html', '<p>one</p>');
  workspace.write('packages/studio/src/page.css', 'p {}');
  workspace.write('packages/flow/src/tool/reserved-names.ts', '');
  expect(await workspace.run(script)).toEqual({ ...quiet, stderr: building + buildingPage });
  expect(await workspace.run(script)).toEqual(quiet);

  workspace.write('packages/studio/index.html', '<p>two and more</p>');
  expect(await workspace.run(script)).toEqual({ ...quiet, stderr: buildingPage });
  expect(workspace.read('packages/gateway/static/index.html')).toBe('<p>two and more</p>');
  workspace.remove('packages/studio/src/page.css');
  expect(await workspace.run(script)).toEqual({ ...quiet, stderr: buildingPage });
  workspace.remove('packages/gateway/static');
  expect(await workspace.run(script)).toEqual({ ...quiet, stderr: buildingPage });
  workspace.write('packages/studio/src/page.test.ts', 'test');
  expect(await workspace.run(script)).toEqual(quiet);

  workspace.write('packages/studio/index.html', 'BROKEN');
  for (const _ of [1, 2]) {
    const stderr = `${buildingPage}Cannot build the page: no such file\n`;
    expect(await workspace.run(script)).toEqual({ code: 1, stdout: '', stderr });
  }
});

test('set-up refuses a Node that is too old', async () => {
  const workspace = createFakeWorkspace();
  workspace.write('package.json', { ...JSON.parse(workspace.read('package.json')), engines: { node: '>=99.1' } });
  const { code, stderr } = await workspace.run(script);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `Cannot run Helve on Node ${process.versions.node}: it needs 99.1 or newer (https://nodejs.org)\n`,
  );
});

test('set-up says what to do when the registry cannot be reached', async () => {
  const workspace = createFakeWorkspace();
  const lock = JSON.parse(workspace.read('package-lock.json')) as { packages: Record<string, object> };
  const dependencies = { absent: '1.0.0' };
  lock.packages[''] = { ...lock.packages[''], dependencies };
  lock.packages['node_modules/absent'] = { version: '1.0.0', integrity: 'sha512-AAAA' };
  workspace.write('package.json', { ...JSON.parse(workspace.read('package.json')), dependencies });
  workspace.write('package-lock.json', lock);
  const { code, stderr } = await workspace.run(script, [], {
    npm_config_registry: 'http://127.0.0.1:1/',
    npm_config_fetch_retries: '0',
  });
  expect(code).toBe(1);
  expect(stderr).toContain('Cannot install dependencies: the npm registry cannot be reached. Check the connection');
});

test('set-up says what to do when manifest and lock file disagree', async () => {
  const workspace = createFakeWorkspace();
  workspace.write('packages/two/package.json', { name: 'two', version: '0.0.0' });
  const { code, stderr } = await workspace.run(script);
  expect(code).toBe(1);
  expect(stderr).toContain('package.json and package-lock.json disagree. Run `npm install` and commit both files');
});

test('two set-ups at once install and build once', async () => {
  const workspace = createFakeWorkspace();
  const ended = await Promise.all([workspace.run(script), workspace.run(script), workspace.run(script)]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(ended.filter(({ stderr }) => stderr.includes(installing))).toHaveLength(1);
  expect(workspace.read('compiler.log')).toBe('run\n');
});

test('set-up waits for another one that is alive', async () => {
  const workspace = createFakeWorkspace();
  workspace.write('.helve/set-up.lock', `${process.pid} other`);
  const { child, ended } = workspace.start(script);
  const [line] = (await once(child.stderr ?? child, 'data')) as [Buffer];
  expect(String(line)).toBe('Waiting for another set-up of this workspace …\n');
  workspace.remove('.helve/set-up.lock');
  expect((await ended).stderr).toContain(building);
});

test('set-up goes on after one that was killed or has stalled', async () => {
  const workspace = createFakeWorkspace();
  const dead = spawnSync(process.execPath, ['-e', '0']).pid;
  workspace.write('.helve/set-up.lock', `${dead} other`);
  expect((await workspace.run(script)).stderr).toBe(installing + building);

  workspace.remove('packages/one/dist');
  workspace.write('.helve/set-up.lock', `${process.pid} other`);
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(workspace.path('.helve/set-up.lock'), longAgo, longAgo);
  expect((await workspace.run(script)).stderr).toBe(building);
  expect(workspace.has('.helve')).toBe(false);
});
