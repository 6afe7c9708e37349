import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, type Project } from './project.js';

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((next) => setTimeout(next, 20));
}

const contains = (project: Project, file: string, text: string) => () =>
  readFile(join(project.folder, file), 'utf8').then(
    (found) => found.includes(text),
    () => false,
  );

test('helve run --watch runs again after a change, not after its own output, and ends with Ctrl-C', async () => {
  const project = await createProject({ 'src/a.json': '{"k":"First"}' });
  const running = project.start(['run', 'pseudo-translate', 'src', '--watch', '-o', '{dir}/../out.json']);
  await until(contains(project, 'out.json', 'Ƒîŕšţ'));
  await running.shows('Waiting for changes');
  await project.write({ 'src/a.json': '{"k":"Second"}' });
  await until(contains(project, 'out.json', 'Šéçöñđ'));
  await project.write({ 'src/a.json': '{"k": broken' });
  await running.shows(/^failed/m);
  await project.write({ 'src/a.json': '{"k":"Third"}' });
  await until(contains(project, 'out.json', 'Ţĥîŕđ'));
  await new Promise((next) => setTimeout(next, 800));
  running.process.kill('SIGINT');
  const { code, stdout } = await running.ended;
  expect(code).toBe(130);
  expect(stdout.match(/^STATUS/gm)?.length).toBe(4);
  expect((await readdir(project.folder)).toSorted()).toEqual([
    '.helve',
    'node_modules',
    'out.json',
    'package.json',
    'src',
  ]);
}, 30_000);

test('helve check --watch checks again when a translation changes', async () => {
  const project = await createProject({ 'en.json': '{"k":"Hello {name}"}', 'de.json': '{"k":"Hallo"}' });
  const running = project.start(['check', 'de.json', '--watch']);
  await running.shows('placeholder.missing');
  await running.shows('Waiting for changes');
  await project.write({ 'de.json': '{"k":"Hallo {name}!"}' });
  await running.shows('passed: 0 critical');
  running.process.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
}, 30_000);

test('a run that Ctrl-C ends lists what it has written, and leaves nothing else behind', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `in/f${String(at).padStart(2, '0')}.json`);
  const text = JSON.stringify(
    Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`key${at}`, `Text number ${at}`])),
  );
  const project = await createProject(Object.fromEntries(names.map((name) => [name, text])));
  const before = new Set(await readdir(tmpdir()));
  const running = project.start([
    'run',
    'pseudo-translate',
    'in',
    '-o',
    'out/{name}{ext}',
    '--concurrency',
    '1',
    '--progress',
    'ndjson',
  ]);
  await running.shows('"file-done"');
  running.process.kill('SIGINT');
  const { code, stderr } = await running.ended;
  expect(code).toBe(130);
  const written = (await readdir(join(project.folder, 'out'))).toSorted();
  expect(written.length).toBeGreaterThan(0);
  expect(written.length).toBeLessThan(names.length);
  for (const name of written) {
    JSON.parse(await readFile(join(project.folder, 'out', name), 'utf8'));
  }
  const listed = [...stderr.matchAll(/^Written: out\/(f\d\d\.json)$/gm)].map(([, name = '']) => name).toSorted();
  expect(listed).toEqual(written);
  expect(await readdir(join(project.folder, 'in'))).toHaveLength(names.length);
  const left = (await readdir(tmpdir())).filter(
    (name) => !before.has(name) && name.includes(String(running.process.pid)),
  );
  expect(left).toEqual([]);
  const again = await project.helve(['run', 'pseudo-translate', 'in', '-o', 'out/{name}{ext}']);
  expect(again).toMatchObject({ code: 0 });
  expect(await readdir(join(project.folder, 'out'))).toHaveLength(names.length);
}, 60_000);
