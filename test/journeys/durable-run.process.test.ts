import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../long-runs.js';
import { createProject, type Ending, type Project } from './project.js';

const count = 50;
const names = Array.from({ length: count }, (_, at) => `in/${String(at).padStart(3, '0')}.json`);
const texts = (at: number) => JSON.stringify({ a: `Open x ${at}`, b: `Close ${at}`, c: 'Cancel' });
const sources = Object.fromEntries(names.map((name, at) => [name, texts(at)]));
const translate = ['run', 'pseudo-translate', 'in/*.json', '--target', 'qps', '-o', 'out/{name}{ext}', '--durable'];

/** Times that a run is killed; a unit that is lost three times in a row is given up. */
const kills = 2;

interface JobFacts {
  readonly job: { readonly state: string };
  readonly units: readonly { readonly id: string; readonly state: string; readonly attempt: number }[];
}

const readAll = ({ folder }: Project, files: readonly string[]) =>
  Promise.all(files.map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)));

const outputsOf = (project: Project) =>
  readAll(
    project,
    names.map((name) => name.replace('in/', 'out/')),
  );

async function jobOf({ helve }: Project): Promise<string> {
  const { jobs } = JSON.parse((await helve(['jobs', '--json'])).stdout) as { jobs: { id: string }[] };
  return jobs[0]?.id ?? '';
}

const showJob = async ({ helve }: Project, id: string) =>
  JSON.parse((await helve(['jobs', 'show', id, '--json'])).stdout) as JobFacts;

async function eventsOf({ helve }: Project, id: string) {
  const { stdout } = await helve(['jobs', 'watch', id, '--json']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; kind: string; unit?: string });
}

/** Starts a run and kills it at some moment after it has begun to write. */
async function killOnce(project: Project, args: readonly string[], begins: () => Promise<boolean>): Promise<void> {
  const running = project.start(args);
  const state = { ended: false };
  void running.ended.then(() => (state.ended = true));
  while (!state.ended && !(await begins())) await sleep(1);
  await sleep(Math.random() * 40);
  running.process.kill('SIGKILL');
  await running.ended;
}

/** True as soon as more of the files differ from what they were. */
async function watchChanges(project: Project, files: readonly string[]): Promise<() => Promise<boolean>> {
  const seen = () =>
    Promise.all(
      files.map((name) =>
        stat(join(project.folder, name)).then(
          ({ ino }) => ino,
          () => 0,
        ),
      ),
    );
  const before = await seen();
  return async () => (await seen()).some((ino, at) => ino !== before[at]);
}

async function killAndResume(project: Project, args: readonly string[], written: readonly string[]): Promise<Ending> {
  await killOnce(project, args, await watchChanges(project, written));
  const id = await jobOf(project);
  for (let round = 1; round < kills; round += 1) {
    await killOnce(project, ['jobs', 'resume', id], await watchChanges(project, written));
  }
  return project.helveProcess(['jobs', 'resume', id]);
}

describe('a durable run', () => {
  test('KV35 that is killed at any moment and resumed writes what an undisturbed one writes', async () => {
    const calm = await createProject(sources);
    expect(await calm.helve(translate)).toMatchObject({ code: 0 });
    for (let round = 0; round < (isLongRun ? 20 : 1); round += 1) {
      const project = await createProject(sources);
      const written = names.map((name) => name.replace('in/', 'out/'));
      expect(await killAndResume(project, translate, written)).toMatchObject({ code: 0 });
      expect(await outputsOf(project)).toEqual(await outputsOf(calm));
      const id = await jobOf(project);
      const events = await eventsOf(project, id);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
      expect(events.filter(({ kind }) => kind === 'done')).toHaveLength(count);
      expect((await showJob(project, id)).job.state).toBe('done');
    }
  });

  test('M30 in place changes each file once, however often it is killed', async () => {
    const flow = JSON.stringify({
      steps: [{ tool: 'search-replace', config: { pairs: [{ search: 'x', replace: 'xx' }], applySource: true } }],
    });
    for (let round = 0; round < (isLongRun ? 20 : 1); round += 1) {
      const project = await createProject({ ...sources, 'double.json': flow });
      const args = ['run', 'double.json', 'in/*.json', '--in-place', '--durable'];
      expect(await killAndResume(project, args, names)).toMatchObject({ code: 0 });
      expect(await readAll(project, names)).toEqual(names.map((_, at) => texts(at).replace('x', 'xx')));
    }
  });

  test('M31 that Ctrl-C ends is paused, says how to go on, and goes on', async () => {
    const project = await createProject(sources);
    const running = project.start(translate);
    await running.shows(/Job [0-9a-f]{8}/);
    running.process.kill('SIGINT');
    const { code, stderr } = await running.ended;
    const [, id = ''] = /helve jobs resume ([0-9a-f]{8})/.exec(stderr) ?? [];
    expect([code, (await showJob(project, id)).job.state]).toEqual([130, 'paused']);
    expect(await project.helve(['jobs', 'resume', id])).toMatchObject({ code: 0 });
    const { units } = await showJob(project, id);
    expect(units.filter(({ state, attempt }) => state === 'done' && attempt === 1)).toHaveLength(count);
  });

  test('M28 is shared by processes of one machine, and each file is written once', async () => {
    const project = await createProject(sources);
    const first = project.start(translate);
    await first.shows(/Job [0-9a-f]{8}/);
    const id = await jobOf(project);
    const second = project.start([...translate, '--job', id]);
    const [one, other] = await Promise.all([first.ended, second.ended]);
    expect([one.code, other.code]).toEqual([0, 0]);
    expect(one.stdout).toBe(other.stdout);
    expect((await eventsOf(project, id)).filter(({ kind }) => kind === 'claimed')).toHaveLength(count);
  });

  test('M6 asks nobody again for what an earlier attempt has recorded', async () => {
    const asks = `
      import { appendFileSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { defineTool } from '@helve/core';
      export const ask = defineTool({ id: 'ask', description: 'Answers', policy: { sideEffects: 'none' },
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        execute: async ({ text }) => { appendFileSync('asked.txt', text + '\\n'); await sleep(30); return { text: text + '!' }; } });
    `;
    const step = {
      tool: 'call',
      config: { id: 'ask', input: { text: '${source.text}' }, output: { target: '/text' } },
    };
    const words = Array.from({ length: 60 }, (_, at) => `Word ${at}`);
    const project = await createProject({
      'helve.config.json': JSON.stringify({ tools: ['./ask.mjs'], locales: { source: 'en', targets: ['de'] } }),
      'ask.mjs': asks,
      'flow.json': JSON.stringify({ steps: [step] }),
      'in/all.json': JSON.stringify(Object.fromEntries(words.map((word, at) => [`k${at}`, word]))),
    });
    const asked = async () => (await readFile(join(project.folder, 'asked.txt'), 'utf8').catch(() => '')).split('\n');
    const args = ['run', 'flow.json', 'in/all.json', '--target', 'de', '-o', 'out/{name}{ext}', '--durable'];
    await killOnce(project, args, async () => (await asked()).length > 25);
    const before = (await asked()).filter(Boolean).length;
    expect(before).toBeLessThan(60);
    expect(await project.helveProcess(['jobs', 'resume', await jobOf(project)])).toMatchObject({ code: 0 });
    const all = (await asked()).filter(Boolean);
    expect(new Set(all)).toEqual(new Set(words));
    // Those under way at the kill had no answer yet.
    expect(all.length).toBeLessThanOrEqual(60 + 8);
    const written = await readFile(join(project.folder, 'out/all.json'), 'utf8');
    expect(Object.values(JSON.parse(written) as object)).toEqual(words.map((word) => `${word}!`));
  });
});
