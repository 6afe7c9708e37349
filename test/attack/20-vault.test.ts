import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createProject, type Project } from '../journeys/project.js';
import { isLong, tally } from './tally.js';

const rounds = isLong ? 60 : 5;
const config = `export default {
  locales: { source: 'en', targets: [] },
  tools: { redact: { rules: [{ pattern: 'secret-\\\\w+', category: 'word' }] } },
};
`;

/** Many small documents of their own, each with a secret. */
function documents(name: string, count: number): Readonly<Record<string, string>> {
  const one = (at: number) => JSON.stringify({ text: `It is secret-${name}${at}x.` });
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}/d${at}.json`, one(at)]));
}

function redact({ start }: Project, name: string) {
  return start(['redact', name, '-o', `out-${name}/{name}{ext}`]);
}

describe('the vault of redactions', () => {
  test(`${rounds} rounds of two processes at once, one of them killed: it can always be opened, and nothing is lost`, async () => {
    const project = await createProject({ 'helve.config.mjs': config, ...documents('a', 8), ...documents('b', 8) });
    // The first run of all makes key and vault, and may be killed too.
    for (let round = 0; round < rounds; round += 1) {
      const [whole, killed] = [redact(project, 'a'), redact(project, 'b')];
      await pause(200 + Math.random() * 250);
      killed.process.kill('SIGKILL');
      const { code, stderr } = await whole.ended;
      expect([stderr, code]).toEqual(['', 0]);
      await killed.ended;
    }
    expect(await redact(project, 'b').ended).toMatchObject({ code: 0, stderr: '' });
    // What killed runs had begun to write is gone after the next one.
    const left = (await readdir(join(project.folder, 'out-b'))).filter((name) => name.endsWith('.tmp'));
    let [acknowledged, lost] = [0, 0];
    for (const name of ['a', 'b']) {
      const back = await project.helve(['unredact', `out-${name}`, '-o', `back-${name}/{name}{ext}`]);
      expect([back.stderr, back.code]).toEqual(['', 0]);
      for (const file of await readdir(join(project.folder, name))) {
        const [given, restored] = [join(project.folder, name, file), join(project.folder, `back-${name}`, file)];
        acknowledged += 1;
        if ((await readFile(given, 'utf8')) !== (await readFile(restored, 'utf8'))) lost += 1;
      }
    }
    const note = `${rounds} rounds of two processes, one killed`;
    tally({ attack: 'vault', acknowledged, lost, doubled: 0, leaked: left.length, note });
    expect({ lost, left }).toEqual({ lost: 0, left: [] });
  }, 120_000);

  test('a vault that lost lines is refused, and a token that nobody knows never goes out with exit 0', async () => {
    const project = await createProject({ 'helve.config.mjs': config, ...documents('a', 2) });
    expect(await redact(project, 'a').ended).toMatchObject({ code: 0 });
    const vault = join(project.folder, '.helve', 'vault.ndjson');
    const text = await readFile(vault, 'utf8');
    await writeFile(vault, text.split('\n').slice(0, 2).join('\n') + '\n');
    const cut = await project.helve(['unredact', 'out-a', '-o', 'back-a/{name}{ext}']);
    expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining('lines of its file were deleted')]);
    await writeFile(vault, text);
    await project.write({ 'foreign/f.json': '{ "text": "It is [REDACTED:word]." }' });
    const unknown = await project.helve(['unredact', 'foreign', '-o', 'back-f/{name}{ext}']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('1 token left for secrets')]);
  });
});
