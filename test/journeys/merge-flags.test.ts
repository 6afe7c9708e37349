import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from './project.js';

const en = `{
  "a": "Save {name}",
  "b": "Save {name}",
  "c": "One is here. Two is <b>there</b>. Three too.",
  "n": "{count, plural, one {# file} other {# files}}",
  "m": "{count, plural, one {# file} other {# files}}"
}
`;
const po = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"

msgid "Open"
msgstr ""
`;

/** A project whose texts went out, and came back with a sign in front of each. */
async function createReturned(file: string, ...flags: readonly string[]) {
  const { helve, folder } = await createProject({
    'locales/en.json': en,
    'po/de.po': po,
    'sign.yaml': 'steps:\n  - tool: pseudo-translate\n    config: { mode: none, prefix: "¡", suffix: "" }\n',
    'upper.yaml':
      'steps:\n  - tool: case-transform\n    config: { mode: upper, applySource: false, applyTarget: true }\n',
  });
  const sent = await helve(['extract', file, '--source', 'en', '--target', 'de', ...flags]);
  expect(sent).toMatchObject({ code: 0 });
  expect(await helve(['run', 'sign.yaml', 'exchange', '--source', 'en', '--in-place'])).toMatchObject({ code: 0 });
  const merge = async (...argv: readonly string[]) => {
    const { stdout, stderr } = await helve(['merge', 'exchange', ...argv, '--json']);
    return JSON.parse(stdout === '' ? stderr : stdout) as {
      readonly counts: Readonly<Record<string, number>>;
      readonly learned: number;
    };
  };
  return { helve, merge, read: (path: string) => readFile(join(folder, path), 'utf8') };
}

describe('flags of extract and merge together', () => {
  test.each(['xliff2', 'xliff', 'po', 'csv'])(
    'X104 texts that went out once, in sentences, as %s come home for all that have them',
    async (format) => {
      const { merge, read } = await createReturned('locales/en.json', '--dedupe', '--segment', '--to', format);
      expect((await merge()).counts).toMatchObject({ applied: 5, missing: 0, damaged: 0 });
      const texts = JSON.parse(await read('locales/de.json')) as Readonly<Record<string, string>>;
      expect(texts).toMatchObject({ a: '¡Save {name}', b: '¡Save {name}' });
      expect(texts['c']?.replaceAll('¡', '')).toBe('One is here. Two is <b>there</b>. Three too.');
      expect(texts['m']).toBe(texts['n']);
      expect(texts['n']).toBe('{count, plural, one {¡# file} other {¡# files}}');
      expect((await merge()).counts).toMatchObject({ applied: 0, unchanged: 5 });
    },
  );

  test('X111 --flow runs steps between merging and writing', async () => {
    const { merge, read } = await createReturned('po/de.po');
    expect((await merge('--flow', 'upper.yaml')).counts).toMatchObject({ applied: 1 });
    expect(await read('po/de.po')).toContain('msgid "Open"\nmsgstr "¡OPEN"\n');
  });

  test.each([
    ['draft', '#, fuzzy\nmsgid "Open"\nmsgstr "¡Open"\n'],
    ['reviewed', '\n\nmsgid "Open"\nmsgstr "¡Open"\n'],
  ])('X111 --set-state %s decides the state of what is merged', async (state, message) => {
    const { merge, read } = await createReturned('po/de.po');
    expect((await merge('--set-state', state)).counts).toMatchObject({ applied: 1 });
    expect(await read('po/de.po')).toContain(message);
  });

  test('X111 --tm names the memory that learns what is merged', async () => {
    const { helve, merge } = await createReturned('po/de.po');
    expect(await merge('--tm', 'vendor', '--set-state', 'translated')).toMatchObject({ learned: 1 });
    expect((await helve(['tm', 'ls', '--tm', 'vendor'])).stdout).toContain('¡Open');
  });
});
