import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createProject } from '../journeys/project.js';

const config = "export default { locales: { source: 'en', targets: ['de'] } };";
/** Waits inside of a built-in, where no interpreter asks for the time. */
const endless = `export function process({ block }) {
  if (block?.id.endsWith('last')) Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
}`;

async function temporaryIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.tmp'));
}

describe('a run that goes wrong', () => {
  test('a script is ended inside of a built-in, and the run says so', async () => {
    const project = await createProject({
      'helve.config.mjs': config,
      'endless.mjs': endless,
      'app.json': '{ "first": "one", "last": "two" }',
    });
    const { code, stderr } = await project.helve([
      'script',
      'app.json',
      '-o',
      'out.json',
      '--code',
      '@endless.mjs',
      '--time-limit-ms',
      '50',
    ]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('longer than 50 ms')]);
  });

  test('what a killed run has begun to write is removed by the next', async () => {
    const documents = Array.from({ length: 300 }, (_, at) => [`in/d${at}.json`, '{ "text": "some words" }']);
    const project = await createProject({ 'helve.config.mjs': config, ...Object.fromEntries(documents) });
    const out = join(project.folder, 'out');
    const args = ['pseudo-translate', 'in', '-o', 'out/{name}{ext}'];
    // Nearly every moment of a run has some files that are not whole yet.
    for (let tries = 0; tries < 10 && (await temporaryIn(out)).length === 0; tries += 1) {
      const killed = project.start(args);
      for (let looks = 0; looks < 1_000 && (await temporaryIn(out)).length === 0; looks += 1) await pause(1);
      killed.process.kill('SIGKILL');
      await killed.ended;
    }
    expect(await temporaryIn(out)).not.toEqual([]);
    expect(await project.helve(args)).toMatchObject({ code: 0 });
    expect(await temporaryIn(out)).toEqual([]);
  });

  test('a field of an exported CSV file is no formula', async () => {
    const project = await createProject({
      'helve.config.mjs': config,
      'terms.csv': 'source,target\n"=HYPERLINK(1)","@SUM(1)"\n',
    });
    expect(await project.helve(['terms', 'import', 'terms.csv', '--from', 'en', '--to', 'de'])).toMatchObject({
      code: 0,
    });
    expect(await project.helve(['terms', 'export', 'out.csv'])).toMatchObject({ code: 0 });
    const csv = await readFile(join(project.folder, 'out.csv'), 'utf8');
    expect(csv).toContain("'=HYPERLINK(1)");
    expect(csv).not.toMatch(/(?:^|,)"?[=@]/m);
  });
});
