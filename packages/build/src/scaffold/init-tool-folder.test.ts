import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTools } from '../../../../test/build-kit.js';
import { initToolFolder } from '../index.js';

test('a folder that is made builds as it is, without a warning', async () => {
  const project = await createTools({});
  expect(initToolFolder({ dir: project.dir, name: 'find-order' })).toEqual({
    toolId: 'find_order',
    folder: join(project.dir, 'find-order'),
    files: ['schema.json', 'doc_summary.md', 'doc.md', 'handler.ts'],
  });
  expect(await project.build({ strict: true })).toMatchObject({
    ok: true,
    artifact: { tools: [{ toolId: 'find_order' }] },
  });
});

test.each([
  ['find-order', { title: 'Find order', description: 'Finds order', category: 'retrieval', sideEffects: 'read_only' }],
  ['search_flights', { description: 'Searches flights', category: 'retrieval', requiresConfirmation: false }],
  ['reply-to-mail', { title: 'Reply to mail', description: 'Replies to mail', category: 'action', idempotent: false }],
  ['send-invoice', { description: 'Sends invoice', sideEffects: 'writes', requiresConfirmation: true }],
  ['convert', { title: 'Convert', description: 'Converts', category: 'utility', sideEffects: 'none' }],
  ['weather', { title: 'Weather', description: 'Works with weather', category: 'utility' }],
])('the folder of %s says what its name says, and builds without a warning', async (name, expected) => {
  const project = await createTools({});
  initToolFolder({ dir: project.dir, name });
  expect(await project.build({ strict: true })).toMatchObject({ ok: true, artifact: { tools: [expected] } });
});

test('a folder that is made points editors at the schema that is installed', async () => {
  const project = await createTools({});
  initToolFolder({ dir: project.dir, name: 'alone' });
  expect(await project.read('alone/schema.json')).toContain(
    '"$schema": "../../node_modules/@helve/build/schema/tool-schema.json"',
  );
  const home = join(project.dir, '..');
  await mkdir(join(home, 'node_modules/@helve'), { recursive: true });
  await symlink(resolve(import.meta.dirname, '../..'), join(home, 'node_modules/@helve/build'));
  initToolFolder({ dir: join(project.dir, 'deep/er'), name: 'deeper' });
  const { $schema } = JSON.parse(await project.read('deep/er/deeper/schema.json')) as { $schema: string };
  expect(JSON.parse(await project.read(join('deep/er/deeper', $schema)))).toMatchObject({
    title: 'schema.json of a Helve tool',
  });
});

test('a name without an id and a folder that is there are refused, and nothing is changed', async () => {
  const project = await createTools();
  const before = await project.readAll();
  expect(() => initToolFolder({ dir: project.dir, name: '../evil' })).toThrow('Cannot create the tool "../evil"');
  expect(() => initToolFolder({ dir: project.dir, name: 'ignore-user' })).toThrow('"ignore-user/" already exists');
  expect(await project.readAll()).toEqual(before);
});
