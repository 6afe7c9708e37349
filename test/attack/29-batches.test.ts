import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject } from '../journeys/project.js';
import { serveProject, type Answer, type Victim } from './kit.js';

const secret = 'the-secret-of-the-house';
const files = {
  'helve.config.mjs': `export default {
  server: { port: 0, auth: { keys: true } },
  locales: { source: 'en', targets: ['de'] },
  roots: [{ path: 'content', write: true }, { path: 'notes' }],
};
`,
  'content/en.json': '{ "a": "hello" }',
  'notes/en.json': '{ "a": "hello" }',
  'private/en.json': `{ "p": "${secret}" }`,
};

describe('batches of callers of a server', () => {
  let victim: Victim;
  let outside: string;
  let [ada, bob, nobody] = ['', '', ''];

  beforeAll(async () => {
    outside = await mkdtemp(join(tmpdir(), 'helve-outside-'));
    await writeFile(join(outside, 'en.json'), `{ "o": "${secret}" }`);
    const project = await createProject(files);
    await symlink(outside, join(project.folder, 'content', 'link'));
    const keyOf = async (name: string, ...scopes: readonly string[]) =>
      (await project.helve(['keys', 'add', name, ...scopes])).stdout.trim();
    [ada, bob] = [await keyOf('ada', '--scope', 'helve:flows'), await keyOf('bob', '--scope', 'helve:flows')];
    nobody = await keyOf('nobody');
    victim = await serveProject(project);
  });
  afterAll(() => rm(outside, { recursive: true, force: true }));

  const call = (key: string, tool: string, input: object): Promise<Answer> =>
    victim.ask(`/v1/tools/${tool}/call`, { method: 'POST', body: input, headers: { authorization: `Bearer ${key}` } });
  const extract = (input: object, key = ada) => call(key, 'l10n.extract', { output: 'content/out', ...input });
  const batchOf = ({ body }: Answer) => (body as { readonly data: { readonly batch: string } }).data.batch;

  test.each([
    ['a file outside of the roots', { files: ['private/en.json'] }],
    ['a file behind a link', { files: ['content/link/en.json'] }],
    ['a file of the machine', { files: ['/etc/passwd'], format: 'plaintext' }],
    ['a manifest', { files: ['.helve/exchange/0123456789abcdef/manifest.json'] }],
    ['translations outside of the roots', { files: ['content/en.json'], existing: 'private/{lang}.json' }],
    ['a folder outside of the roots', { files: ['content/en.json'], output: 'private' }],
    ['a folder that is only read', { files: ['content/en.json'], output: 'notes' }],
    ['a folder behind a link', { files: ['content/en.json'], output: 'content/link' }],
    ['a folder above', { files: ['content/en.json'], output: 'content/../..' }],
    ['the folder of batches', { files: ['content/en.json'], output: '.helve' }],
  ])('X104 %s is refused', async (_, input) => {
    const { status, text } = await extract(input);
    expect([status, /PROJECT_PATH_REFUSED/.exec(text)?.[0]]).toEqual([403, 'PROJECT_PATH_REFUSED']);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(outside);
    expect(await readdir(outside)).toEqual(['en.json']);
  });

  test('X104 a caller without the scope is refused', async () => {
    const { status } = await extract({ files: ['content/en.json'] }, nobody);
    expect(status).toBe(403);
  });

  test.each(['../../x', '0123456789ABCDEF', 'short', 'g'.repeat(16), `${'a'.repeat(16)}/..`])(
    'X107 the batch id %j is refused',
    async (batch) => {
      expect((await extract({ files: ['content/en.json'], batch })).status).toBe(400);
    },
  );

  test('X107 a batch belongs to its owner, and is not found for others', async () => {
    const mine = await extract({ files: ['content/en.json'] });
    expect(mine.status).toBe(200);
    expect(mine.text).not.toContain(victim.project.folder);
    const batch = batchOf(mine);
    const show = (key: string, id: string) => call(key, 'l10n.exchange', { action: 'show', batch: id });
    expect((await show(ada, batch)).status).toBe(200);
    const [other, absent] = [await show(bob, batch), await show(bob, 'f'.repeat(16))];
    expect([other.status, absent.status]).toEqual([404, 404]);
    const errorOf = ({ body }: Answer) => JSON.stringify((body as { readonly error: object }).error);
    expect(errorOf(other).replaceAll(batch, 'f'.repeat(16))).toBe(errorOf(absent));
    const since = await extract({ files: ['content/en.json'], sinceBatch: batch }, bob);
    expect(since.status).toBe(404);
    expect((await call(bob, 'l10n.exchange', { action: 'clean', batch })).status).toBe(404);
    const theirs = await extract({ files: ['content/en.json'], output: 'content/bob' }, bob);
    expect(batchOf(theirs)).not.toBe(batch);
    expect((await call(bob, 'l10n.exchange', { action: 'list' })).text).not.toContain(batch);
    const taken = await extract({ files: ['content/en.json'], output: 'content/taken', batch }, bob);
    expect([taken.status, (await show(ada, batch)).status]).toEqual([200, 200]);
    expect((await show(ada, batch)).text).not.toContain('content/taken');
    const atTerminal = await victim.project.helve(['exchange', 'show', batch]);
    expect(atTerminal.stderr).toContain(`Cannot find the batch "${batch}"`);
  });
});
