import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject } from './project.js';

const en = '{\n  "a": "Hello {name}",\n  "b": "Two",\n  "n": "{count, plural, one {# file} other {# files}}"\n}\n';
const de = '{\n  "a": "Hallo {name}",\n  "b": "Zwei",\n  "n": "{count, plural, one {# Datei} other {# Dateien}}"\n}\n';

/** Programs of gettext that write a catalog anew, each with its arguments. */
const programs: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['msgcat', (file) => ['--width=20', '--sort-output', file]],
  ['msgmerge', (file) => ['--quiet', file, file]],
  ['msgattrib', (file) => ['--no-wrap', file]],
];

describe('catalogs that programs of gettext have written anew', needs('msgfmt'), () => {
  test.each(programs)('X120 what %s makes of a catalog is merged whole', async (program, toArguments) => {
    const { helve, folder } = await createProject({ 'locales/en.json': en, 'locales/de.json': de });
    const ran = await helve(['extract', 'locales/en.json', '--target', 'de', '--to', 'po', '--json']);
    const { outputs } = JSON.parse(ran.stdout) as { readonly outputs: readonly { readonly path: string }[] };
    const out = join(folder, outputs[0]?.path ?? '');
    await writeFile(out, (await readFile(out, 'utf8')).replace('Zwei', 'Zwo'));
    const made = spawnSync(program, [...toArguments(out)], { encoding: 'utf8' });
    expect(made).toMatchObject({ status: 0 });
    await mkdir(join(folder, 'back'));
    await writeFile(join(folder, 'back/de.po'), made.stdout);
    const merged = await helve(['merge', 'back', '--json']);
    expect(merged.code).toBe(0);
    expect(JSON.parse(merged.stdout)).toMatchObject({ counts: { applied: 1, unchanged: 2, missing: 0 } });
    expect(await readFile(join(folder, 'locales/de.json'), 'utf8')).toBe(de.replace('Zwei', 'Zwo'));
  });
});
