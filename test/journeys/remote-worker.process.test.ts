import { chmod, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from './project.js';

const where = `import { ToolCapability } from '@helve/worker';

export class Where extends ToolCapability {
  static description = 'Says where it runs';
  static WORKER_ENV = [{ name: 'WHERE_TONE' }, { name: 'WHERE_KEY', secret: true, required: true }];
  static actions = { here: 'here' };
  get name() { return 'where'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  here() { return { cwd: process.cwd(), tone: process.env.WHERE_TONE, key: process.env.WHERE_KEY, port: process.env.HOST_ONLY }; }
}
`;
const token = 'a-token-of-some-length';

test('M58: a machine serves its capabilities, and a project elsewhere calls them with its own variables and secrets', async () => {
  const machine = await createProject({ 'capabilities/where/index.js': where, token: `${token}\n` });
  await machine.helve(['worker', 'manifest', 'capabilities/where']);
  await chmod(join(machine.folder, 'token'), 0o600);
  expect(await machine.helve(['worker', 'serve', '--listen', '0.0.0.0:0', '--token-file', 'token'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no TLS'),
  });
  const serving = machine.start(['worker', 'serve', '--listen', '0', '--token-file', 'token', '--json']);
  const { url } = JSON.parse(await serving.shows(/\}\n/)) as { url: string };

  const home = await createProject({
    'helve.config.json': JSON.stringify({
      govern: false,
      workers: { remotes: { shed: { url, token: '${SHED_TOKEN}' } }, capabilities: { where: { remote: 'shed' } } },
    }),
  });
  await cp(join(machine.folder, 'capabilities'), join(home.folder, 'capabilities'), { recursive: true });
  await rm(join(home.folder, 'capabilities', 'where', 'index.js'));
  const env = { SHED_TOKEN: token, HOST_ONLY: 'stays' };
  expect(await home.helve(['call', 'where.here'], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it needs a value for WHERE_KEY'),
  });
  await home.helve(['secret', 'set', 'where', 'WHERE_KEY'], { stdin: 'of the project' });
  await home.helve(['worker', 'env', 'set', 'where', 'WHERE_TONE', 'loud']);
  const { stdout, stderr } = await home.helve(['call', 'where.here'], { env });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    cwd: join(machine.folder, 'capabilities', 'where'),
    tone: 'loud',
    key: '[secret]',
  });
  expect(await home.helve(['call', 'where.here'], { env: { SHED_TOKEN: 'another-token-of-length' } })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the token is wrong'),
  });
  serving.process.kill('SIGTERM');
  expect((await serving.ended).code).toBe(0);
});
