import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../main.js';

beforeAll(() => import('@helve/project/run'), 120_000);

let cwd = '';
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'helve-formats-'));
  const formats = { 'i18next:mine': { extends: 'v3', pluralSeparator: '-' } };
  await writeFile(join(cwd, 'helve.config.json'), JSON.stringify({ govern: false, formats }));
  await writeFile(join(cwd, 'old.json'), '{"files":"{{count}} file","files-plural":"{{count}} files"}');
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function helve(...argv: readonly string[]) {
  const out = { stdout: '', stderr: '' };
  const code = await main(argv, {
    stdout: { write: (text) => (out.stdout += text) },
    stderr: { write: (text) => (out.stderr += text) },
    stdin: (async function* () {})(),
    cwd,
    user: 'tester',
    env: { XDG_CONFIG_HOME: join(cwd, 'config-home') },
    signal: new AbortController().signal,
  });
  return { code, ...out };
}

describe('helve formats', () => {
  test('X24 info lists the presets of a format, those of the project first', async () => {
    const { stdout } = await helve('formats', 'info', 'i18next');
    expect(stdout).toMatch(/Presets\n +i18next:mine .*\n +i18next:v4 .*\n +i18next:v3 /);
  });

  test('X24 detect names the preset of a file', async () => {
    await writeFile(join(cwd, 'messages.json'), '{"a": {"message": "b"}, "c": {"message": "d"}}');
    const { stdout } = await helve('formats', 'detect', 'messages.json', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ file: 'messages.json', format: 'json:chrome' }] });
  });

  test('X52 detect shows a file that fits two presets with both confidences', async () => {
    await writeFile(join(cwd, 'two.json'), '{"a": {"message": "b", "defaultMessage": "c"}}');
    await writeFile(join(cwd, 'near.json'), '{"a_one": "{n} boat", "a_other": "{n} boats"}');
    const { stdout } = await helve('formats', 'detect', 'near.json');
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/i18next extension\+sniff 0\.90 .*it may be json too \(0\.80\)/);
    const { files } = JSON.parse((await helve('formats', 'detect', 'two.json', '--json')).stdout);
    expect(files).toMatchObject([
      { format: 'json:formatjs', confidence: 0.95, others: [{ id: 'json' }, { id: 'json:chrome', confidence: 0.6 }] },
    ]);
  });

  test('X23 the list shows what each format can do', async () => {
    const { stdout } = await helve('formats');
    expect(stdout).toMatch(/^json +monolingual +\.json \.jsonc +stream/m);
    const { formats } = JSON.parse((await helve('formats', '--json')).stdout);
    expect(formats).toContainEqual(expect.objectContaining({ id: 'i18next', presets: ['mine', 'v4', 'v3'] }));
  });

  test('X24 --input-format takes a preset, and refuses one that is not there', async () => {
    const count = async (format: string) => {
      const ran = await helve('run', 'segment-count', 'old.json', '--input-format', format, '--json');
      return { code: ran.code, blocks: ran.code === 0 ? JSON.parse(ran.stdout).documents[0].blocks : undefined };
    };
    expect(await count('i18next:mine')).toEqual({ code: 0, blocks: 1 });
    expect(await count('i18next:v3')).toEqual({ code: 0, blocks: 2 });
    const refused = await helve('run', 'segment-count', 'old.json', '--input-format', 'i18next:v33');
    expect(refused.stderr).toContain('the format "i18next" has no preset "v33"; did you mean "v3"');
  });

  test('X24 a preset of the project that extends nothing there is, is refused', async () => {
    await writeFile(join(cwd, 'bad.config.json'), JSON.stringify({ formats: { 'json:a': { extends: 'b' } } }));
    const refused = await helve('formats', '--config', 'bad.config.json');
    expect(refused.stderr).toContain('formats.json:a.extends');
  });
});
