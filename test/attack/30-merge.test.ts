import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProject } from '../journeys/project.js';
import { serveProject, type Answer, type Victim } from './kit.js';

const files = {
  'helve.config.mjs': `export default {
  server: { port: 0, auth: { keys: true } },
  locales: { source: 'en', targets: ['de'] },
  roots: [{ path: 'content', write: true }, { path: 'notes' }],
};
`,
  'content/en.json': '{ "a": "hello" }',
  'content/de.json': '{ "a": "alt" }',
  'private/de.json': '{ "a": "geheim" }',
};

describe('returned files of callers of a server', () => {
  let victim: Victim;
  let [ada, bob] = ['', ''];
  let returned = '';

  const call = (key: string, tool: string, input: object): Promise<Answer> =>
    victim.ask(`/v1/tools/${tool}/call`, { method: 'POST', body: input, headers: { authorization: `Bearer ${key}` } });
  const merge = (input: object, key = ada) => call(key, 'l10n.merge', { files: [returned], noTm: true, ...input });

  beforeAll(async () => {
    const project = await createProject(files);
    const keyOf = async (name: string) =>
      (await project.helve(['keys', 'add', name, '--scope', 'helve:flows'])).stdout.trim();
    [ada, bob] = [await keyOf('ada'), await keyOf('bob')];
    victim = await serveProject(project);
    const { body } = await call(ada, 'l10n.extract', { files: ['content/en.json'], output: 'content/out' });
    returned = (body as { data: { outputs: { path: string }[] } }).data.outputs[0]?.path ?? '';
    const place = join(project.folder, returned);
    await writeFile(place, (await readFile(place, 'utf8')).replace('>alt<', '>neu<'));
  });

  test.each([
    ['a returned file outside of the roots', { files: ['private/de.json'] }],
    ['a returned file of the machine', { files: ['/etc/passwd'] }],
    ['translations outside of the roots', { output: 'private/{lang}.json' }],
    ['a folder that is only read', { output: 'notes/{lang}.json' }],
    ['a folder above', { output: 'content/../../{lang}.json' }],
    ['a report outside of the roots', { report: 'private/report.json' }],
    ['a report in the folder of batches', { report: '.helve/exchange/report.json' }],
  ])('X111 %s is refused', async (_, input) => {
    const { status, text } = await merge(input);
    expect([status, /PROJECT_PATH_REFUSED/.exec(text)?.[0]]).toEqual([403, 'PROJECT_PATH_REFUSED']);
    expect(await readFile(join(victim.project.folder, 'content/de.json'), 'utf8')).toBe(files['content/de.json']);
  });

  test('X111 a translation memory is named, and no path', async () => {
    expect((await merge({ tm: '../../x.db', noTm: false })).status).toBe(400);
  });

  test('X112 a batch of somebody else is not found, and the owner merges it', async () => {
    expect((await merge({}, bob)).status).toBe(404);
    expect(await readFile(join(victim.project.folder, 'content/de.json'), 'utf8')).toBe(files['content/de.json']);
    const mine = await merge({});
    expect(mine.status).toBe(200);
    expect(mine.text).not.toContain(victim.project.folder);
    expect(await readFile(join(victim.project.folder, 'content/de.json'), 'utf8')).toBe('{ "a": "neu" }');
  });
});
