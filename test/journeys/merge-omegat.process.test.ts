import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject } from './project.js';

const en = `{
  "a": "Hello <b>world</b> {name}",
  "b": "Two",
  "c": "Not yet",
  "n": "{count, plural, one {# file} other {# files}}"
}
`;
const de = `{
  "a": "Hallo <b>Welt</b> {name}",
  "b": "Zwei",
  "n": "{count, plural, one {# Datei} other {# Dateien}}"
}
`;

const folders = ['target', 'source', 'tm', 'glossary', 'dictionary'];
const settings = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat><project version="1.0">${folders.map((name) => `<${name}_dir>__DEFAULT__</${name}_dir>`).join('')}
<glossary_file>__DEFAULT__</glossary_file><source_lang>EN</source_lang><target_lang>DE</target_lang>
<sentence_seg>false</sentence_seg><support_default_translations>true</support_default_translations>
<remove_tags>false</remove_tags></project></omegat>
`;

/** What its translator knows: OmegaT shows the translation of XLIFF as text to translate, and in PO that of the source. */
const memory = `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="paragraph" o-tmf="t" adminlang="EN"
srclang="EN" datatype="plaintext"/><body>${unit('Not yet', 'Noch nicht')}${unit('Zwei', 'Zwo')}</body></tmx>
`;

function unit(source: string, target: string): string {
  return `<tu><tuv xml:lang="EN"><seg>${source}</seg></tuv><tuv xml:lang="DE"><seg>${target}</seg></tuv></tu>`;
}

/** Sends a file through OmegaT: what it wrote lies in the folder `target` of its project. */
async function translate(folder: string, format: string, path: string): Promise<void> {
  for (const name of [...folders, 'omegat', 'tm/auto']) await mkdir(join(folder, format, name), { recursive: true });
  await writeFile(join(folder, format, 'omegat.project'), settings);
  await writeFile(join(folder, format, 'tm/auto/known.tmx'), memory);
  await copyFile(join(folder, path), join(folder, format, 'source', path.replaceAll('/', '-')));
  const argv = [join(folder, format), '--mode=console-translate', `--config-dir=${join(folder, 'omegat-settings')}`];
  expect(spawnSync('omegat', argv, { encoding: 'utf8' })).toMatchObject({ status: 0 });
}

describe('catalogs that OmegaT has written', needs('omegat'), () => {
  test.each([
    ['po', { applied: 1, unchanged: 3, missing: 0 }, de.replace('"Zwei",\n', '"Zwei",\n  "c": "Noch nicht",\n')],
    ['xliff', { applied: 1, unchanged: 2, missing: 1 }, de.replace('Zwei', 'Zwo')],
  ])('X120 what OmegaT makes of a catalog in %s is merged whole', async (format, counts, expected) => {
    const { helve, folder } = await createProject({ 'locales/en.json': en, 'locales/de.json': de });
    const ran = await helve(['extract', 'locales/en.json', '--target', 'de', '--to', format, '--json']);
    const { outputs } = JSON.parse(ran.stdout) as { readonly outputs: readonly { readonly path: string }[] };
    await translate(folder, format, outputs[0]?.path ?? '');
    const merged = await helve(['merge', `${format}/target`, '--json']);
    expect(merged.code).toBe(0);
    expect(JSON.parse(merged.stdout)).toMatchObject({ counts: { ...counts, damaged: 0, unknown: 0 } });
    expect(await readFile(join(folder, 'locales/de.json'), 'utf8')).toBe(expected);
  });
});
