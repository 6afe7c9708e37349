import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createProject, type Ending, type Project } from './project.js';

const files = {
  'helve.config.json': JSON.stringify({ locales: { source: 'en', targets: ['de'] } }),
  'en/a.json': '{"a":"Open the file","b":"Close"}',
  'en/b.json': '{"a":"Open the file","b":"Shut"}',
  'de/a.json': '{"a":"Datei öffnen","b":"Schließen"}',
  'de/b.json': '{"a":"Öffne die Datei","b":"Zu"}',
};

let project: Project;
beforeAll(async () => {
  project = await createProject(files);
});

const jobIn = ({ stderr }: Ending) => /Job ([0-9a-f]{8})/.exec(stderr)?.[1] ?? '';

/** A report without what differs between two runs. */
function steady({ stdout }: Ending): unknown {
  const text = stdout.replaceAll(/"ms": [\d.]+/g, '"ms": 0').replaceAll(/"startedAt": "[^"]*"/g, '"startedAt": ""');
  return JSON.parse(text);
}

test('M39 a durable run reports what one process reports, also where files wait for each other', async () => {
  const check = ['run', 'inconsistency-check', 'en/*.json', '--existing', 'de/{name}.json', '--json'];
  const [plain, durable] = [await project.helve(check), await project.helve([...check, '--durable'])];
  expect(plain.code).toBe(durable.code);
  expect(steady(durable)).toEqual(steady(plain));
  expect(plain.stdout).toContain('"findings"');
});

test('T128 --durable runs as a job, and --job shows the report of one that is done', async () => {
  const run = ['run', 'pseudo-translate', 'en/a.json', '--target', 'qps', '-o', 'job/{name}{ext}', '--json'];
  const first = await project.helve([...run, '--durable']);
  const again = await project.helve([...run, '--job', jobIn(first)]);
  expect([first.code, again.code]).toEqual([0, 0]);
  expect(again.stderr).not.toContain('paused');
  expect(JSON.parse(again.stdout).documents).toEqual(JSON.parse(first.stdout).documents);
});

test('M51 units that failed are tried again by a retry, and those that are done stay done', async () => {
  await project.write({ 'in/good.json': '{"k":"Good"}', 'in/bad.json': '{"k": broken' });
  const run = [
    'run',
    'pseudo-translate',
    'in/*.json',
    '--input-format',
    'json',
    '--target',
    'qps',
    '-o',
    'out/{name}{ext}',
  ];
  const first = await project.helve([...run, '--durable', '--keep-going']);
  const id = jobIn(first);
  expect(first.code).toBe(1);
  const { stdout } = await project.helve(['jobs', 'show', id]);
  expect(stdout).toContain('1 done, 1 failed, 0 open');
  await project.write({ 'in/bad.json': '{"k":"Mended"}' });
  expect((await project.helve(['jobs', 'resume', id])).code).toBe(1);
  expect(await project.helve(['jobs', 'retry', id])).toMatchObject({ code: 0 });
  expect((await project.helve(['jobs', 'show', id])).stdout).toMatch(/done {2,}\d+ +in\/good\.json/);
  expect((await project.helve(['jobs', 'ls', '--state', 'done'])).stdout).toContain(id);
});

test('M7 a job goes on only with the flow that it was submitted with', async () => {
  await project.write({ 'flow.json': '{"steps":[{"tool":"pseudo-translate"}]}', 'in/one.json': '{"k":"One"}' });
  const run = ['run', 'flow.json', 'in/one.json', '--target', 'qps', '-o', 'out/{name}{ext}', '--durable'];
  const id = jobIn(await project.helve(run));
  await project.write({ 'flow.json': '{"steps":[{"tool":"pseudo-translate","config":{"expansionPercent":10}}]}' });
  const resumed = await project.helve(['jobs', 'resume', id]);
  expect(resumed.code).toBe(2);
  expect(resumed.stderr).toContain(`Cannot go on with the job "${id}": its flow, its settings or Helve itself`);
});

test('M49 a job is paused and cancelled by its id, and an unknown one names the nearest', async () => {
  const id = jobIn(await project.helve(['run', 'word-count', 'en/*.json', '--durable']));
  expect((await project.helve(['jobs', 'cancel', id])).stdout).toContain(`Job ${id} is done`);
  const wrong = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
  const unknown = await project.helve(['jobs', 'show', wrong]);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain(id);
});

test('M36 the outputs of a job are fetched as they were committed, and replace nothing else', async () => {
  const run = ['run', 'pseudo-translate', 'en/*.json', '--target', 'qps', '-o', 'made/{name}{ext}', '--durable'];
  const id = jobIn(await project.helve(run));
  const made = await readFile(join(project.folder, 'made/a.json'), 'utf8');
  await project.write({ 'made/a.json': 'changed since' });
  const fetched = await project.helve(['jobs', 'fetch', id, '-o', 'copy']);
  expect(fetched).toMatchObject({ code: 0, stdout: expect.stringContaining('copy/made/b.json') });
  expect(await readFile(join(project.folder, 'copy/made/a.json'), 'utf8')).toBe(made);
  expect((await project.helve(['jobs', 'fetch', id, '-o', 'copy'])).stdout).toContain('copy/made/a.json (unchanged)');
  await project.write({ 'copy/made/a.json': 'changed since' });
  const refused = await project.helve(['jobs', 'fetch', id, '-o', 'copy']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--overwrite')]);
  const forced = await project.helve(['jobs', 'fetch', id, '-o', 'copy', '--overwrite', '--json']);
  expect(JSON.parse(forced.stdout)).toMatchObject({ files: [{ unit: 'f1', written: true }, { written: false }] });
});

test('M73 units that failed are listed with the reason, and the log tells of them', async () => {
  await project.write({ 'bad/one.json': '{"k": broken', 'bad/two.json': '{"k":"Two"}' });
  const run = ['run', 'word-count', 'bad/*.json', '--input-format', 'json', '--durable', '--keep-going'];
  const id = jobIn(await project.helve(run));
  const dead = JSON.parse((await project.helve(['jobs', 'dead', id, '--json'])).stdout) as { units: unknown[] };
  expect(dead.units).toMatchObject([{ job: id, id: 'f1', state: 'failed' }]);
  expect((await project.helve(['jobs', 'dead'])).stdout).toMatch(new RegExp(`${id} +f1 +failed`));
  const { stdout } = await project.helve(['jobs', 'logs', id, '-f']);
  expect(stdout).toMatch(/^\d{4}-\d\d-\d\d [\d:]{8} {2}f1 {2}[0-9a-f-]+ {2}error {2}\S/);
  expect((await project.helve(['jobs', 'logs', id, '--unit', 'f2'])).stdout).toBe('');
  for (const verb of ['show', 'watch', 'logs', 'dead', 'fetch', 'pause', 'cancel', 'resume', 'retry']) {
    const more = verb === 'fetch' ? ['-o', 'none'] : [];
    const unknown = await project.helve(['jobs', verb, `${id}0`, ...more]);
    expect([verb, unknown.code, unknown.stderr]).toEqual([verb, 1, expect.stringContaining(id)]);
  }
});

test('M53 code of the project is part of the build: a job does not go on with a plugin that has changed', async () => {
  const plugin = (text: string) => `
    import { add } from './text.mjs';
    export function register() { add('${text}'); }
  `;
  const coded = await createProject({
    'helve.config.json': JSON.stringify({ plugins: ['./plugin.mjs'] }),
    'plugin.mjs': plugin('one'),
    'text.mjs': 'export const add = () => undefined;',
    'in/a.json': '{"k":"One"}',
  });
  const id = jobIn(await coded.helve(['run', 'word-count', 'in/a.json', '--durable']));
  expect((await coded.helve(['jobs', 'resume', id])).code).toBe(0);
  await coded.write({ 'text.mjs': 'export const add = (text) => text;' });
  const changed = await coded.helve(['jobs', 'resume', id]);
  expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining('Cannot go on with the job')]);
});

test('M31 what could not go on elsewhere is refused before any work', async () => {
  const durable = ['--target', 'qps', '--durable'];
  const piped = await project.helve(['run', 'pseudo-translate', '-', ...durable], { stdin: '{"k":"One"}' });
  expect([piped.code, piped.stderr]).toEqual([2, expect.stringContaining('standard input is gone with its process')]);
  const watched = await project.helve(['run', 'pseudo-translate', 'en', '--watch', ...durable]);
  expect([watched.code, watched.stderr]).toEqual([2, expect.stringContaining('--watch')]);
  expect((await project.helve(['jobs', 'show', 'none'])).stderr).toContain('Cannot find the job "none"');
});

test('M61 one tool is called for many inputs as a job, and a call in the background is made by whoever works on it', async () => {
  const tool = `
    import { defineTool } from '@helve/core';
    export const count = defineTool({ id: 'count', description: 'Counts words', policy: { sideEffects: 'none' },
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      execute: ({ text }) => ({ words: text.split(' ').length }) });
  `;
  const calling = await createProject({
    'helve.config.json': JSON.stringify({ tools: ['./count.mjs'] }),
    'count.mjs': tool,
    'texts.ndjson': '{"text":"one two"}\n\n{"wrong":1}\n{"text":"three"}\n',
  });
  const answersOf = ({ stdout }: Ending) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { data?: { words: number } }).data?.words);
  const batch = await calling.helve(['call', 'count', '--batch', 'texts.ndjson']);
  expect([batch.code, answersOf(batch)]).toEqual([1, [2, undefined, 1]]);
  const refused = await calling.helve(['call', 'count', '--background']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('text')]);
  const accepted = await calling.helve(['call', 'count', '--background', '--text', 'a b c']);
  const { job } = JSON.parse(accepted.stdout) as { job: string };
  expect((await calling.helve(['jobs', 'show', job])).stdout).toContain('0 done, 0 failed, 1 open');
  const resumed = await calling.helve(['jobs', 'resume', job]);
  expect([resumed.code, answersOf(resumed)]).toEqual([0, [3]]);
  expect((await calling.helve(['trail', 'ls', '--json'])).stdout).toContain(job);
  const bad = await calling.helve(['call', 'count', '--batch', 'count.mjs']);
  expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('line 2 is no JSON object')]);
});

test('M7 a job does not go on with other terms than those that it began with', async () => {
  const termed = await createProject({
    'helve.config.json': JSON.stringify({ locales: { source: 'en', targets: ['de'] }, terms: ['terms.csv'] }),
    'terms.csv': 'en,de\nfile,Datei\n',
    'en/a.json': '{"a":"Open the file"}',
    'de/a.json': '{"a":"Öffne die Datei"}',
  });
  const check = ['run', 'term-check', 'en/*.json', '--existing', 'de/{name}.json', '--durable'];
  const first = await termed.helve(check);
  const id = jobIn(first);
  expect((await termed.helve(['jobs', 'resume', id])).code).toBe(first.code);
  await termed.write({ 'terms.csv': 'en,de\nfile,Akte\n' });
  const changed = await termed.helve(['jobs', 'resume', id]);
  expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining('Cannot go on with the job')]);
});
