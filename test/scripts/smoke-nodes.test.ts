import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createInstalledWorkspace } from './fake-workspace.js';

const script = 'scripts/smoke-nodes.mjs';
const bin = 'packages/cli/bin/helve.js';

const door = `
const { createServer } = require('node:http');
const [verb] = process.argv.slice(2);
if (verb === 'call') console.log('{"words":2}');
if (verb === 'serve') {
  const server = createServer((request, answer) => answer.end('[]'));
  server.listen(0, '127.0.0.1', () => console.error('http://127.0.0.1:' + server.address().port));
}`;

/** A workspace that has the other Nodes already, which are all this one, and the versions of an SDK, which say nothing. */
function createWithNodes(program: string) {
  const workspace = createInstalledWorkspace();
  workspace.write(bin, program);
  for (const line of ['22', '24']) {
    const home = `node_modules/.cache/helve/nodes/${line}/node_modules/node-${process.platform}-${process.arch}/bin/node`;
    mkdirSync(dirname(workspace.path(home)), { recursive: true });
    symlinkSync(process.execPath, workspace.path(home));
  }
  for (const version of ['6', '7']) {
    mkdirSync(workspace.path(`node_modules/.cache/helve/openai/${version}/node_modules/openai`), { recursive: true });
  }
  workspace.write('scripts/smoke/openai.mjs', '');
  return workspace;
}

test.skipIf(process.platform === 'win32')('smoke:nodes tries packages and doors on every line', async () => {
  const { code, stdout } = await createWithNodes(door).run(script);
  const checks = ['import one', 'helve --help', 'helve call word_count', 'helve serve', 'openai 6', 'openai 7'];
  const each = [`Node ${process.version}`, ...checks.map((check) => `  ✓ ${check}`)];
  expect(stdout.trimEnd().split('\n')).toEqual([...each, ...each, 'all passed']);
  expect(code).toBe(0);
});

test.skipIf(process.platform === 'win32')('smoke:nodes names what fails and goes on', async () => {
  const { code, stdout } = await createWithNodes(`console.error('no'); process.exit(3);`).run(script);
  expect(stdout).toContain('  ✓ import one\n  ✗ helve --help\n      exit code 3\n      no');
  expect(stdout).toContain('  ✗ helve serve\n      exit code 3 before it listened\n      no');
  expect(stdout).toContain('\n6 failed\n');
  expect(code).toBe(1);
});

test('smoke:nodes skips a platform that npm has no Node for', async () => {
  const preload = `data:text/javascript,Object.defineProperty(process,'arch',{value:'s390x'})`;
  const workspace = createInstalledWorkspace();
  const { code, stdout } = await workspace.run(script, [], { NODE_OPTIONS: `--import ${preload}` });
  expect(stdout).toBe(`skipped: npm has no Node for ${process.platform}-s390x\n`);
  expect(code).toBe(0);
});

test('smoke:nodes says so when npm cannot get a Node', async () => {
  const unreachable = { npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' };
  const { code, stderr } = await createInstalledWorkspace().run(script, [], { ...unreachable, npm_config_offline: '' });
  expect(stderr).toMatch(/Cannot get node-\S+@22 from npm: check the connection, then try again/);
  expect(code).toBe(1);
});
