import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../main.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);

/** Converts one message of a JSON catalog; returns the new file and what was told. */
async function convert(message: string, ...argv: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'helve-convert-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'en.json'), JSON.stringify({ m: message }));
  const out = { stdout: '', stderr: '' };
  const code = await main(['convert', 'en.json', '--to', ...argv], {
    stdout: { write: (text) => (out.stdout += text.toString()) },
    stderr: { write: (text) => (out.stderr += text) },
    stdin: (async function* () {})(),
    cwd: folder,
    user: 'tester',
    env: {},
    signal: new AbortController().signal,
  });
  return { code, ...out };
}

const exact = 'You have {count, plural, =0 {no files} =1 {a file} one {# file} other {# files}} left';
const ordinal = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} place';
const several = '{a, plural, one {# dog} other {# dogs}}, {b, plural, one {# cat} other {# cats}}';
const told = 'Lost: plural forms for exact numbers, ordinals or a second number in 1 unit';

describe('plural forms of messages in other formats', () => {
  test('X17 forms for exact numbers that Android has not are left out and told', async () => {
    const { stdout, stderr } = await convert(exact, 'androidxml', '--placeholders', 'android');
    expect(stdout.match(/<item.*/g)).toEqual([
      '<item quantity="one">You have %d file left</item>',
      '<item quantity="other">You have %d files left</item>',
    ]);
    expect(stderr).toContain(told);
  });

  test.each(['androidxml', 'xcstrings', 'po'])(
    'X17 the form for exactly 1 is that of English for one in %s',
    async (format) => {
      const { stdout, stderr } = await convert('{count, plural, =1 {a file} other {# files}}', format);
      expect(stdout).toMatch(/one">a file|"one" : [^}]*"a file"|msgid "a file"\nmsgid_plural/);
      expect(stderr).not.toContain(told);
    },
  );

  test('X17 Apple has a form for the number 0, and no other exact one', async () => {
    const { stdout, stderr } = await convert(exact, 'stringsdict', '--placeholders', 'apple');
    expect(stdout).toMatch(
      /<string>lld<\/string>\s*<key>zero<\/key>\s*<string>no files<\/string>\s*<key>one<\/key>\s*<string>%lld file</,
    );
    expect(stderr).toContain(told);
  });

  test('X98 a message with text around its forms is a message with forms of a catalog', async () => {
    const { code, stdout, stderr } = await convert(exact, 'po', '--placeholders', 'c');
    expect(code).toBe(0);
    expect(stdout).toContain('msgid "You have %d file left"\nmsgid_plural "You have %d files left"');
    expect(stderr).toContain(told);
  });

  test.each(['androidxml', 'stringsdict', 'xcstrings', 'po'])(
    'X98 ordinals have the form for all other numbers in %s, and that is told',
    async (format) => {
      const { code, stdout, stderr } = await convert(ordinal, format);
      expect(code).toBe(0);
      expect(stdout).toContain('{n}th place');
      expect(stdout).not.toContain('{n}st');
      expect(stderr).toContain(told);
    },
  );

  test.each(['androidxml', 'po'])(
    'X98 %s has forms by one number of a text, and tells about others',
    async (format) => {
      const { code, stdout, stderr } = await convert(several, format);
      expect(code).toBe(0);
      expect(stdout).toContain('{a} dog, {b} cats');
      expect(stderr).toContain(told);
    },
  );

  test('X98 a catalog has two forms of the source, whatever language that is', async () => {
    const polish = '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}';
    const { code, stdout, stderr } = await convert(polish, 'po', '--source', 'pl');
    expect(code).toBe(0);
    expect(stdout).toContain('msgid "{n} plik"\nmsgid_plural "{n} pliku"');
    expect(stderr).toContain('Lost: plural forms in 1 unit');
  });

  test.each(['xliff2', 'json', 'csv'])('X98 forms for exact numbers survive in %s', async (format) => {
    const { stderr } = await convert(exact, format);
    expect(stderr).not.toContain('plural');
  });
});
