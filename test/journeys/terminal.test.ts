import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject, type Project } from './project.js';

const app = '{"title":"Hello","save":"Save it"}';
const flow = 'steps: [{ tool: script, config: { code: "export const process = (part) => part;" } }]\n';

/** Runs a line in a terminal of its own, as `script` of util-linux makes one, and types a line into it. */
function inTerminal({ shell }: Project, line: string, typed: string) {
  return shell(`(sleep 1; printf '${typed}\\n'; sleep 3) | script -qec '${line}' /dev/null`);
}

test('K117 progress is drawn on a real terminal, and stdout of a pipe stays clean', needs('script'), async () => {
  const project = await createProject({ 'helve.config.json': '{}', 'app.json': app });
  const helve = 'node_modules/.bin/helve';
  const drawn = await inTerminal(project, `${helve} run pseudo-translate app.json -o out.json`, '');
  expect(drawn).toMatchObject({ code: 0 });
  expect(drawn.stdout).toContain('\u001B[2K[');
  expect(drawn.stdout).toContain('] 1/1');
  const piped = await project.helve(['run', 'pseudo-translate', 'app.json', '-o', 'out.json']);
  expect(piped.stderr).toBe('');
});

test.skipIf(process.platform !== 'linux')(
  'T131 an output that cannot be written is a failure, and a reader that leaves is none',
  async () => {
    const { shell } = await createProject({ 'helve.config.json': '{}' });
    const helve = 'node_modules/.bin/helve';
    const full = await shell(`${helve} tools > /dev/full`);
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('Cannot write the output: ENOSPC') });
    const left = await shell(`${helve} tools --json | head -c 1`);
    expect(left).toMatchObject({ code: 0, stdout: '{', stderr: '' });
  },
);

test('T59 consent is asked for on a real terminal only', needs('script'), async () => {
  const project = await createProject({ 'helve.config.json': '{}', 'app.json': app, 'flow.yaml': flow });
  const line = `XDG_CONFIG_HOME=${project.folder}/home node_modules/.bin/helve run flow.yaml app.json --to none`;
  const env = { XDG_CONFIG_HOME: join(project.folder, 'home') };
  const refused = await project.helve(['run', 'flow.yaml', 'app.json', '--to', 'none'], { env });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  const asked = await inTerminal(project, line, 'y');
  expect(asked.stdout).toContain('[y/N]');
  expect(asked.code).toBe(0);
  expect(await project.helve(['run', 'flow.yaml', 'app.json', '--to', 'none'], { env })).toMatchObject({ code: 0 });
});

test('T129 --config KEY=VALUE reaches the threads of a run', async () => {
  const text = JSON.stringify(
    Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`key${at}`, `Word number ${at}`])),
  );
  const names = ['a', 'b', 'c', 'd'];
  const project = await createProject({
    'helve.config.json': '{}',
    ...Object.fromEntries(names.map((name) => [`in/${name}.json`, text])),
  });
  await mkdir(join(project.folder, 'out'));
  const config = ['--config', 'tools.pseudo-translate={"prefix":"<","suffix":">"}'];
  const argv = ['run', 'pseudo-translate', 'in', '-o', 'out/{name}{ext}', '--concurrency', '2', ...config];
  expect(await project.helve(argv)).toMatchObject({ code: 0 });
  for (const name of names)
    expect(await readFile(join(project.folder, 'out', `${name}.json`), 'utf8')).toMatch(/"<[^"]*>"/);
});
