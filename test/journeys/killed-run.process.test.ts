import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isLongRun } from '../long-runs.js';
import { createProject, type Project } from './project.js';

const count = 150;
const rounds = isLongRun ? 12 : 2;
const names = Array.from({ length: count }, (_, at) => `locales/${String(at).padStart(3, '0')}`);
const sources = Object.fromEntries(
  names.map((name, at) => [`${name}/en.json`, JSON.stringify({ a: `Open ${at}`, b: `Close ${at}` })]),
);
const anew = ['ai-translate', 'locales/*/en.json', '--target', 'de'];
const wholly = [...anew, '--existing', 'auto'];
const partly = [...wholly, '--only', 'a'];
const outputs = names.flatMap((name) => [`${name}/de.json`, `${name}/en_de.json`]);

const results = ({ folder }: Project) => Promise.all(outputs.map((name) => readFile(join(folder, name), 'utf8')));

const writtenAt = ({ folder }: Project) =>
  outputs.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.ino);

/** Starts a run and kills it at some moment after it has begun to write. */
async function kill(project: Project, args: readonly string[]): Promise<void> {
  const before = writtenAt(project);
  const running = project.start(args);
  const state = { ended: false };
  void running.ended.then(() => (state.ended = true));
  while (!state.ended && writtenAt(project).every((ino, at) => ino === before[at])) await sleep(1);
  await sleep(Math.random() * 30);
  running.process.kill('SIGKILL');
  await running.ended;
}

test('a run that is killed at any moment leaves what the next run reads rightly', async () => {
  const [calm, killed] = [await createProject(sources), await createProject(sources)];
  for (const args of [partly, wholly, anew]) {
    for (let round = 0; round < rounds; round += 1) await kill(killed, args);
    for (const project of [calm, killed]) expect(await project.helveProcess(args)).toMatchObject({ code: 0 });
  }
  expect(await results(killed)).toEqual(await results(calm));
});
