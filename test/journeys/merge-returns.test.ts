import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from './project.js';

/** A flow of an engine that puts a sign before each text. */
const engine = 'name: sign\nsteps:\n  - tool: pseudo-translate\n    config: { mode: none, prefix: "¡", suffix: "" }\n';

interface Loop {
  readonly files: Readonly<Record<string, string>>;
  readonly format: string;
  readonly target: string;
}

/** Sends files out, lets an engine translate what went out, and merges it. */
async function loop({ files, format, target }: Loop) {
  const { helve, folder } = await createProject({ ...files, 'sign.yaml': engine });
  const names = Object.keys(files);
  const sent = await helve(['extract', ...names, '--source', 'en', '--target', target, '--to', format, '--json']);
  const { units: sentUnits } = JSON.parse(sent.stdout) as { readonly units: number };
  await helve(['run', 'sign.yaml', 'exchange', '--source', 'en', '--in-place']);
  const merged = await helve(['merge', 'exchange', '--no-tm', '--json']);
  const { counts } = JSON.parse(merged.stdout) as { readonly counts: object };
  return { sentUnits, code: merged.code, counts, read: (path: string) => readFile(join(folder, path), 'utf8') };
}

const page = '<p>Write <code>.a { color: red; }</code> or <b>&lt;bold&gt;me&lt;/bold&gt;</b></p>\n';
const rails = 'en:\n  n:\n    one: "%{count} item"\n    other: "%{count} items"\n';
const android = `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
<string name="hi">Hi <xliff:g id="n" example="Bo">%1$s</xliff:g>!</string>
</resources>
`;
const plural = '{count, plural, one {#} other {#}}';
const nested = `<plist version="1.0"><dict><key>k</key><dict>
<key>NSStringLocalizedFormatKey</key><string>%1$d of %2$#@total@</string>
<key>total</key><dict>
<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string>
<key>one</key><string>%2$d hit</string><key>other</key><string>%2$d hits</string>
</dict></dict></dict></plist>
`;
const catalog = JSON.stringify({
  sourceLanguage: 'en',
  version: '1.0',
  strings: {
    Hello: {
      localizations: Object.fromEntries(
        ['zh-Hans', 'zh-Hant', 'zh-Hant-HK'].map((locale) => [locale, { stringUnit: { state: 'new', value: '' } }]),
      ),
    },
  },
});

describe('what came back as it went out, but for new texts', () => {
  test.each(['xliff2', 'xliff', 'po', 'csv'])(
    'X113 text that looks like a code is text when it comes back as %s',
    async (format) => {
      const merged = await loop({ files: { 'page.html': page }, format, target: 'de' });
      expect(merged).toMatchObject({ code: 0, counts: { applied: 1, damaged: 0 } });
    },
  );

  test.each(['cs', 'es', 'fr', 'pt-BR', 'sk', 'lt', 'pl', 'ar'])(
    'X113 a catalog in %s is whole without forms that gettext does not have',
    async (target) => {
      const files = { 'en.json': JSON.stringify({ n: '{count, plural, one {# file} other {# files}}' }) };
      const merged = await loop({ files, format: 'po', target });
      expect(merged).toMatchObject({ code: 0, counts: { applied: 1, damaged: 0 } });
    },
  );

  test.each(['xliff2', 'xliff', 'po'])(
    'X113 a translation with codes that its source has not is unchanged when it comes back as %s',
    async (format) => {
      const code = '<bpt id="1">&lt;b&gt;</bpt>x <ept id="1">&lt;/b&gt;</ept>';
      const target = `<target>\n  <mrk mtype="seg" mid="4">Zwei</mrk>\n  <mrk mtype="seg" mid="5">When ${code} or</mrk>\n</target>`;
      const marks =
        '<seg-source><mrk mtype="seg" mid="4">Two x</mrk> <mrk mtype="seg" mid="5">When x or</mrk></seg-source>';
      const units = `<trans-unit id="1"><source>One</source></trans-unit><trans-unit id="2"><source>Two x When x or</source>${marks}${target}</trans-unit>`;
      const file = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body>${units}</body></file></xliff>`;
      const merged = await loop({ files: { 'a.xlf': file }, format, target: 'de' });
      expect(merged).toMatchObject({ code: 0, counts: { applied: 1, unchanged: 1, damaged: 0 } });
      expect(await merged.read('a.xlf')).toContain(target);
    },
  );

  test.each(['xliff2', 'xliff', 'po', 'csv'])('X113 codes in and around forms come home from %s', async (format) => {
    const merged = await loop({ files: { 'en.lproj/a.stringsdict': nested }, format, target: 'pl' });
    expect(merged).toMatchObject({ code: 0, counts: { applied: 1, damaged: 0 } });
  });

  test('X112 a language comes home that a format spells without its script', async () => {
    const files = { 'Localizable.xcstrings': catalog };
    const merged = await loop({ files, format: 'po', target: 'zh-Hans,zh-Hant,zh-Hant-HK' });
    expect(merged).toMatchObject({ code: 0, counts: { applied: 3, unknown: 0 } });
  });

  test.each(['xliff2', 'xliff', 'po', 'csv'])(
    'X113 codes of a platform are spelled as they were from %s',
    async (format) => {
      const files = { 'config/locales/en.yml': rails, 'res/values/strings.xml': android };
      const { read, ...merged } = await loop({ files, format, target: 'de' });
      expect(merged).toMatchObject({ code: 0, counts: { applied: 2, damaged: 0 } });
      expect(await read('config/locales/de.yml')).toContain('one: "¡%{count} item"\n    other: "¡%{count} items"');
      expect(await read('res/values-de/strings.xml')).toContain(
        '>¡Hi <xliff:g id="n" example="Bo">%1$s</xliff:g>!</string>',
      );
    },
  );

  test.each(['xliff2', 'xliff', 'po', 'csv'])(
    'X105 a message that is nothing but its number does not go out as %s',
    async (format) => {
      const files = { 'en.json': JSON.stringify({ n: plural, a: 'Text' }) };
      const merged = await loop({ files, format, target: 'de' });
      expect(merged).toMatchObject({ sentUnits: 1, code: 0, counts: { applied: 1, missing: 0 } });
    },
  );
});

test('merges of one project come one after another', async () => {
  const { helve, write, folder } = await createProject({ 'en.json': '{"a":"One","b":"Two"}' });
  await helve(['extract', 'en.json', '--to', 'csv', '--target', 'de', '-o', 'out']);
  const sent = await readFile(join(folder, 'out/de/en.json.csv'), 'utf8');
  await write({ 'a.csv': sent.replace('One,,', 'One,Eins,'), 'b.csv': sent.replace('Two,,', 'Two,Zwei,') });
  // Another machine is at it, as far as anybody can tell.
  await write({ '.helve/merge.lock': JSON.stringify({ host: 'elsewhere', pid: 1, start: '1' }) });
  const merges = ['a.csv', 'b.csv'].map((file) => helve(['merge', file, '-o', 'de.json', '--no-tm']));
  await new Promise((next) => setTimeout(next, 1500));
  expect(existsSync(join(folder, 'de.json'))).toBe(false);
  await rm(join(folder, '.helve/merge.lock'));
  expect((await Promise.all(merges)).map(({ code }) => code)).toEqual([0, 0]);
  expect(JSON.parse(await readFile(join(folder, 'de.json'), 'utf8'))).toEqual({ a: 'Eins', b: 'Zwei' });
});

test('a translation that a merge has made a draft is translated again with --redo draft, and nothing else', async () => {
  const { helve, write, folder } = await createProject({ 'en.json': '{"a":"Three","b":"Four"}' });
  await helve(['extract', 'en.json', '--to', 'csv', '--target', 'de', '-o', 'out']);
  const sent = await readFile(join(folder, 'out/de/en.json.csv'), 'utf8');
  await write({
    'back.csv': sent
      .replace('Three,,', 'Three,Drei,translated,')
      .replace('translated,,', 'translated,')
      .replace('Four,,', 'Four,Vier,translated'),
    'en.json': '{"a":"Three files","b":"Four"}',
  });
  const merged = await helve(['merge', 'back.csv', '-o', 'de.json', '--on-stale', 'draft', '--no-tm']);
  expect(merged.code, merged.stderr).toBe(0);
  const translate = async (...flags: readonly string[]) => {
    await helve(['ai-translate', 'en.json', '--existing', 'de.json', '--target', 'de', '-o', 'de.json', ...flags]);
    return readFile(join(folder, 'de.json'), 'utf8').then(JSON.parse);
  };
  expect(await translate()).toEqual({ a: 'Drei', b: 'Vier' });
  expect(await translate('--redo', 'draft')).toEqual({ a: '⟦de⟧ Three files', b: 'Vier' });
});
