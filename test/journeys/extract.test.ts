import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExchangeManifest } from '@helve/l10n';
import { describe, expect, test } from 'vitest';
import { createProject } from './project.js';

const en = '{\n  "hello": "Hello {name}",\n  "bye": "Goodbye",\n  "menu": {\n    "open": "Open the file"\n  }\n}\n';
const de = '{"bye": "Auf Wiedersehen"}\n';

interface ExtractJson {
  readonly status: string;
  readonly batch: string;
  readonly units: number;
  readonly repeated: number;
  readonly outputs: readonly { readonly path: string; readonly locale: string; readonly units: number }[];
  readonly losses: readonly {
    readonly kind: string;
    readonly detail: { readonly what: string; readonly count: number };
  }[];
}

async function createSource(files: Readonly<Record<string, string>> = {}) {
  const project = await createProject({ 'locales/en.json': en, 'locales/de.json': de, ...files });
  const read = (file: string) => readFile(join(project.folder, file), 'utf8');
  const extract = async (...argv: readonly string[]) => {
    const ran = await project.helve(['extract', ...argv, '--json']);
    if (ran.code !== 0) throw new Error(ran.stderr + ran.stdout);
    return JSON.parse(ran.stdout) as ExtractJson;
  };
  const manifest = async (batch: string) =>
    JSON.parse(await read(`.helve/exchange/${batch}/manifest.json`)) as ExchangeManifest;
  return { ...project, read, extract, manifest };
}

describe('helve extract', () => {
  test('X104 writes one XLIFF 2.2 file for each source file and target, named after the batch', async () => {
    const { helve, read, folder } = await createSource({ 'more/en.json': '{"a": "One"}' });
    const ran = await helve(['extract', 'locales/en.json', 'more/en.json', '--target', 'de,fr']);
    expect(ran).toMatchObject({ code: 0 });
    const [batch = ''] = await readdir(join(folder, 'exchange'));
    expect(ran.stdout).toContain(`Batch ${batch}: 4 units of 2 files`);
    const names = ['de', 'fr'].flatMap((lang) => ['locales', 'more'].map((from) => `${lang}/${from}/en.json.xlf`));
    for (const name of names) {
      expect(ran.stdout).toContain(`exchange/${batch}/${name}`);
      expect(await read(`exchange/${batch}/${name}`)).toContain('version="2.2" srcLang="en"');
    }
  });

  test('X105 a unit has id, name, typed codes, the existing target with its state, and its place', async () => {
    const { extract, read } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de', '--context', '1');
    const text = await read(`exchange/${batch}/de/locales/en.json.xlf`);
    expect(text).toContain('<unit id="u1" name="hello">');
    expect(text).toMatch(/<source>Hello <ph id="1" dataRef="d1" type="ui" subType="xlf:var"/);
    expect(text).toMatch(
      /<segment state="translated">\s+<source>Goodbye<\/source>\s+<target>Auf Wiedersehen<\/target>/,
    );
    expect(text).toContain('<mda:meta type="references">locales/en.json:3</mda:meta>');
    expect(text).toContain('<mda:meta type="context">after hello; before menu.open</mda:meta>');
  });

  test('X107 the manifest knows files, units and states by hashes, and holds no text', async () => {
    const { extract, manifest, read } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de,fr');
    expect(await manifest(batch)).toMatchObject({
      schema: 'helve.exchange/v1',
      batch,
      format: 'xliff2',
      sourceLocale: 'en',
      targetLocales: ['de', 'fr'],
      files: [
        {
          path: 'locales/en.json',
          format: 'json',
          existing: [{ locale: 'de', path: 'locales/de.json' }],
          units: [
            { id: 'u1', block: '/hello', targets: { de: {}, fr: {} } },
            { id: 'u2', targets: { de: { state: 'translated' }, fr: {} } },
            { id: 'u3' },
          ],
        },
      ],
      outputs: [{ locale: 'de', units: 3 }, { locale: 'fr' }],
    });
    const text = await read(`.helve/exchange/${batch}/manifest.json`);
    for (const word of ['Hello', 'Goodbye', 'Wiedersehen', 'Open']) expect(text).not.toContain(word);
  });

  test('X107 equal extracts are one batch, whatever the time and place', async () => {
    const one = await createSource();
    const other = await createSource();
    const argv = ['locales/en.json', '--target', 'de'] as const;
    expect((await one.extract(...argv)).batch).toBe((await other.extract(...argv, '-o', 'out')).batch);
  });

  test('X108 the file names its batch and its units, in metadata and notes', async () => {
    const { extract, read, manifest } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de');
    const text = await read(`exchange/${batch}/de/locales/en.json.xlf`);
    const { sent = '' } = (await manifest(batch)).files[0]?.units[0] ?? {};
    expect(text).toContain('<file id="f1" original="locales/en.json">');
    expect(text).toContain(`<mda:meta type="exchange">${batch}</mda:meta>`);
    expect(text).toContain(`<note>helve:${batch}</note>`);
    expect(text).toContain(`<mda:meta type="exchange">${batch}/u1/${sent.slice(0, 16)}</mda:meta>`);
  });

  test('X110 extracting again with nothing changed writes nothing and says so', async () => {
    const { extract, helve, read, folder } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de');
    const file = `exchange/${batch}/de/locales/en.json.xlf`;
    await writeFile(join(folder, file), 'a translator was here');
    const before = await read(`.helve/exchange/${batch}/manifest.json`);
    const again = await helve(['extract', 'locales/en.json', '--target', 'de']);
    expect(again.stdout).toContain(
      `Batch ${batch}: nothing has changed since it was extracted, so nothing was written`,
    );
    expect(await read(file)).toBe('a translator was here');
    expect(await read(`.helve/exchange/${batch}/manifest.json`)).toBe(before);
    await rm(join(folder, file));
    expect(await extract('locales/en.json', '--target', 'de')).toMatchObject({ batch, status: 'written' });
    expect(await read(file)).toContain('<unit id="u1"');
  });

  test('a manifest that somebody has changed is refused', async () => {
    const { extract, helve, read, folder } = await createSource();
    const { batch } = await extract('locales/en.json', '--target', 'de');
    const file = `.helve/exchange/${batch}/manifest.json`;
    await writeFile(join(folder, file), (await read(file)).replace('locales/en.json', '../../secret.json'));
    const ran = await helve(['extract', 'locales/en.json', '--target', 'de']);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(`Cannot use the manifest of batch "${batch}": it was changed after it was written`);
  });

  test('without target locales it says where to name them', async () => {
    const { helve } = await createSource({ 'one/en.json': en });
    const ran = await helve(['extract', 'one/en.json']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('there are no target locales');
    expect(ran.stderr).toContain('--target');
  });
});
