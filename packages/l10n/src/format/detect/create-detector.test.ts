import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { allFormats } from '../all-formats.js';
import { createFormats } from '../create-formats.js';
import { refuseFile } from './refuse-file.js';
import { fileKinds } from './file-kinds.js';

const formats = createFormats(allFormats);
const detect = (path: string | undefined, text: string | Uint8Array) =>
  formats.detect({ ...(path === undefined ? {} : { path }), head: Buffer.from(text) });
const idOf = (found: ReturnType<typeof detect>) => {
  if (found.format === undefined) return found.known?.id;
  return found.preset === undefined ? found.format.id : `${found.format.id}:${found.preset}`;
};

describe('files that wait', () => {
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]);
  test.each(['a.xls', 'a.doc', 'a.ppt'])('X4 %s is refused with the hint to save it in a newer format', (path) => {
    const found = detect(path, compound);
    if (found.format !== undefined) throw new Error('it is read');
    expect(JSON.stringify([refuseFile(path, found), refuseFile(path, found).message])).toContain(
      '.docx, .xlsx or .pptx',
    );
  });

  test.each(['a.rst', 'a.tex', 'a.pdf', 'a.rtf', 'Main.dtd'])('X4 %s is of no format that there is', (path) => {
    expect(detect(path, 'Some text').format).toBeUndefined();
  });
});

describe('detect', () => {
  test.each([
    [
      'res/values/strings.xml',
      '<?xml version="1.0"?>\n<resources><string name="a">b</string></resources>',
      'androidxml',
    ],
    ['app.json', '{"@@locale": "en", "a": "b"}', 'arb'],
    ['app.json', '{"a": "b", "@a": {"description": "c"}}', 'arb'],
    ['a.json', '{"sourceLanguage": "en", "strings": {}, "version": "1.0"}', 'xcstrings'],
    ['messages.json', '{"a": {"message": "b"}, "c": {"message": "d", "desc', 'json:chrome'],
    ['_locales/en/messages.json', '{"a": {"message": "{n, plural, other {#}}"}}', 'json:chrome'],
    ['en.json', '{"a": {"message": "Hi $NAME$", "placeholders": {}}}', 'json:chrome'],
    ['en.json', '{"a": {"message": "{n, plural, one {#} other {#}}", "description": "b"}}', 'json:formatjs'],
    ['messages.json', '{"a": {"message": "{d, date, short}"}}', 'json:formatjs'],
    ['messages.json', '{"app.title": {"message": "Hi {name}"}}', 'json:formatjs'],
    ['en.json', '{"title": {"message": "Hi {name}"}}', 'json:formatjs'],
    ['en.json', '{"a": {"defaultMessage": "b"}}', 'json:formatjs'],
    ['en.json', '[{"id": "a", "translation": "b"}]', 'json:go-i18n'],
    ['active.en.json', '{"a": {"description": "c", "one": "{{.N}} d", "other": "{{.N}} e"}}', 'json:go-i18n'],
    ['a.json', '{"a": "b", "_a.comment": "c"}', 'json:resjson'],
    ['a.json', '{"a": {"$value": "#fff", "$type": "color"}}', 'json:dtcg'],
    ['a.json', '{"language": "en", "messages": []}', 'json:gotext'],
    ['a.json', '{"cells": [{"cell_type": "markdown"}]}', 'ipynb'],
    ['a.ts', '<?xml version="1.0"?><!DOCTYPE TS><TS version="2.1">', 'ts'],
    ['a.ts', "export default { hello: 'Hello' };", 'jsmodule'],
    ['a.xml', '<!DOCTYPE tmx SYSTEM "tmx14.dtd" [ <!ENTITY a "b>"> ]>\n<tmx version="1.4">', 'tmx'],
    ['a.xml', '<a:b xmlns:a="urn:c"/>', 'xml'],
    ['a.strings', Buffer.from('bplist00 \u0000'), 'applestrings-compiled'],
    ['a.ftl', 'hello = Hello', 'fluent'],
    ['a.ftl', '<#if a>b</#if>', 'freemarker'],
    ['a.docx', 'not a zip at all', 'docx'],
    ['a.json', Buffer.from('PK\u0003\u0004'.padEnd(40, '\u0000'), 'latin1'), 'zip'],
  ])('a file "%s" that begins with %s is known as %s, and not read as another', (path, text, id) => {
    expect(idOf(detect(path, text))).toBe(id);
  });

  test('a file without a reader is refused by name, with a hint where there is one', () => {
    const qt = detect('app.ts', '<TS/>');
    if (qt.format !== undefined) throw new Error('it was read');
    expect(refuseFile('app.ts', qt)).toMatchObject({
      code: 'L10N_FORMAT_UNREADABLE',
      message: 'Cannot read "app.ts": it is a Qt translation file, which Helve cannot read yet',
      details: { format: 'ts', reasons: ['its name ends with ".ts"', 'its root element is "TS"'] },
    });
    expect(detect('a.txml', '<txml/>')).toMatchObject({ problem: expect.stringContaining('save it as TXLF') });
    expect(formats.detect({ formatId: 'ts', head: Buffer.from('') })).toMatchObject({
      problem: 'it is a Qt translation file, which Helve cannot read yet',
    });
  });

  test('a table of texts is found by its header', () => {
    expect(idOf(detect(undefined, 'key,en,de\na,b,c\n'))).toBe('csv');
    expect(idOf(detect(undefined, 'Key;Source;Target\na;b;c\n'))).toBe('csv');
    expect(idOf(detect(undefined, 'key\ten\na\tb\n'))).toBe('tsv');
    expect(idOf(detect('a.tab', 'x\ty\n'))).toBe('tsv');
    expect(idOf(detect(undefined, 'name, text of a sentence\nand more words\n'))).toBeUndefined();
  });

  test('XLIFF is found under the name .xml too', () => {
    expect(idOf(detect('a.xml', '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'))).toBe('xliff');
    expect(idOf(detect('a.xml', '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0">'))).toBe('xliff2');
  });

  test('weak signs ask for the format, and say what it may be', () => {
    const found = detect(undefined, 'hello = Hello\n');
    expect(found).toMatchObject({ known: { id: 'fluent' }, confidence: 0.3 });
    expect(found).toMatchObject({ problem: expect.stringMatching(/may be a Fluent file.*--input-format/u) });
  });

  test('an answer names what was seen, and what else the file may be', () => {
    const found = detect('a.json', '{"a_one": "b", "a_other": "c"}');
    expect(found).toMatchObject({
      format: { id: 'i18next' },
      reasons: ['its name ends with ".json"', 'its contents look like i18next JSON'],
      others: [{ id: 'json', title: 'JSON', confidence: 0.8 }],
    });
  });

  test('X52 a file that fits two presets is known with both confidences', () => {
    const text = '{"a": {"message": "b", "defaultMessage": "c"}}';
    expect(detect('en.json', text)).toMatchObject({
      preset: 'formatjs',
      confidence: 0.95,
      others: [
        { id: 'json', confidence: 0.8 },
        { id: 'json:chrome', confidence: 0.6 },
      ],
    });
  });

  test.each([
    ['messages.json', '{"a": {"message": "Hi {name}"}}'],
    [undefined, '{"a": {"message": "Hi {name}"}}'],
    ['en.json', '{"a": {"message": "{n, plural, other {$N$}}", "placeholders": {"n": {"content": "$1"}}}}'],
  ])('X23 whether "%s" with %s is of an extension or of FormatJS is asked', (path, text) => {
    const found = detect(path, text);
    expect(found).toMatchObject({
      confidence: 0.45,
      others: [
        { id: 'json:formatjs', confidence: 0.45 },
        { id: 'json', confidence: 0.8 },
      ],
      problem: expect.stringContaining('with --input-format json:chrome or --input-format json:formatjs'),
    });
    expect(found.format).toBeUndefined();
    expect(found.reasons.length).toBeGreaterThan(0);
  });

  test('X23 a catalog of messages names what tells its vocabulary', () => {
    const reasons = (text: string) => detect('en.json', text).reasons;
    expect(reasons('{"a": {"message": "{n, number}"}}')).toContain('"a" is an ICU message');
    expect(reasons('{"a b": {"message": "c"}}')).toContain('no browser extension can have the key "a b"');
    expect(reasons('{"a": {"message": "c", "placeholders": {}}}')).toContain('"a" has "placeholders"');
    expect(reasons('{"a": {"message": "$1 left"}}')).toContain('"a" has $1');
  });

  test.each([
    ['{"a": "{n, plural, one {{name} has one} other {{name} has #}}"}', 'json'],
    ['{"a_one": "{n, plural, one {#} other {#}}", "a_other": "b"}', 'json'],
    ['{"first_one": "a", "second_other": "b"}', 'json'],
    ['{"a": "{{count}} files"}', 'json'],
    ['{"a_one": "{{count}} file", "a_other": "{{count}} files"}', 'i18next'],
    ['{"a": "see $t(b)"}', 'i18next'],
    ['{"$t(x": "b"}', 'json'],
  ])('JSON with the text %s is %s', (text, id) => {
    expect(idOf(detect('a.json', text))).toBe(id);
  });

  test('a reader replaces the row with its id', () => {
    const [base] = allFormats;
    if (base === undefined) throw new Error('there are no formats');
    const grown = createFormats([...allFormats, { ...base, id: 'ts', extensions: ['.ts'], mimeTypes: [] }]);
    expect(grown.detect({ path: 'a.ts', head: Buffer.from('<TS/>') })).toMatchObject({
      format: { id: 'ts' },
    });
  });

  test('rows have ids of their own, and titles that complete a sentence', () => {
    const ids = fileKinds.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title } of fileKinds) expect(title).toMatch(/^(?:a|an) /u);
  });

  test('no bytes make it throw', () => {
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({
        maxLength: 200,
        unit: fc.constantFrom('{', '"', '[', ':', '<', '!', '?', '>', '-', 'PK\u0003\u0004', '\\', 'a', '\n'),
      }),
    );
    fc.assert(
      fc.property(anything, fc.constantFrom('a.json', 'a.xml', 'a.docx', undefined), (text, path) => {
        expect(detect(path, text).confidence).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(idOf(detect('a.json', '['.repeat(60_000)))).toBe('json');
  });
});

const shared = join(import.meta.dirname, '../../../../../../shared/data/l10n');

/** Kinds that the files of each folder may be known as; folders that say nothing about one kind are absent. */
const folders: Readonly<Record<string, readonly string[]>> = {
  android: ['androidxml'],
  applestrings: ['applestrings'],
  arb: ['arb'],
  asciidoc: ['asciidoc'],
  ass: ['ass'],
  csv: ['csv'],
  dita: ['xml:dita'],
  docbook: ['xml:docbook'],
  docx: ['docx'],
  epub: ['epub'],
  fluent: ['fluent'],
  html: ['html'],
  idml: ['idml'],
  ini: ['ini'],
  ipynb: ['ipynb'],
  its: ['xml:its', 'xml', 'html'],
  jsmodule: ['jsmodule'],
  json: ['json', 'i18next'],
  'json-chrome': ['json:chrome'],
  'json-formatjs': ['json:formatjs', 'json:chrome', 'json:smartling', 'json'],
  'json-goi18n': ['json:go-i18n'],
  'json-gotext': ['json:gotext'],
  'json-resjson': ['json:resjson'],
  'json-smartling': ['json:smartling'],
  lookalike: ['freemarker'],
  md: ['markdown'],
  mxliff: ['xliff', 'xliff2'],
  odf: ['odf'],
  php: ['php'],
  po: ['po'],
  pptx: ['pptx'],
  properties: ['properties'],
  resw: ['resx'],
  resx: ['resx'],
  sdlxliff: ['xliff'],
  srt: ['srt'],
  strings: ['applestrings', 'stringsdict'],
  stringsdict: ['stringsdict'],
  tbx: ['tbx'],
  tmx: ['tmx'],
  toml: ['toml'],
  ts: ['ts'],
  vtt: ['vtt'],
  vue: ['vue'],
  xcloc: ['xcstrings', 'xliff', 'applestrings', 'json'],
  xcstrings: ['xcstrings'],
  'xliff-angular': ['xliff', 'xliff2', 'xmb'],
  'xliff-matecat': ['xliff'],
  'xliff-other': ['xliff'],
  'xliff-xcode': ['xliff'],
  xliff12: ['xliff', 'xliff2'],
  xlsx: ['xlsx'],
  'xml-ttml': ['xml:ttml'],
  'xml-xaml': ['xml:xaml'],
  yaml: ['yaml'],
  'yaml-rails': ['yaml'],
};

/** Folders whose files only their names tell apart from others. */
const namedOnly = [
  'arb',
  'csv',
  'fluent',
  'ini',
  'json-resjson',
  'md',
  'properties',
  'strings',
  'yaml',
  'asciidoc',
  'srt',
  'vue',
  'lookalike',
];

/** Catalogs in the shape of a browser extension's whose messages are those of ICU, with keys that no extension has. */
const icuCatalogs = /json-chrome.*lighthouse/u;

/** Word documents under the name of another kind. */
const misnamed = /POIFuzzer-5040805309710336\.xlsx$|ocf-container-not-ocf-error\.epub$/u;

describe('real files', needs('shared'), () => {
  const files = () =>
    readdirSync(shared, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const expectedOf = (path: string) => (icuCatalogs.test(path) ? ['json:formatjs'] : folders[folderOf(path)]);
  const folderOf = (path: string) => path.slice(shared.length + 1).split('/')[0] ?? '';
  const headOf = (path: string) => readFileSync(path).subarray(0, 64 * 1024);

  test('each is known as what its folder says, by name and contents', () => {
    const wrong = files().flatMap((path) => {
      const expected = expectedOf(path);
      const id = idOf(detect(path, headOf(path)));
      return expected === undefined || expected.includes(id ?? '') ? [] : [`${path.slice(shared.length)}: ${id}`];
    });
    expect(wrong).toEqual([]);
  });

  test('contents alone never make a reader of another format take a file', () => {
    const wrong = files().flatMap((path) => {
      const folder = folderOf(path);
      const found = detect(undefined, headOf(path));
      const id = found.format && idOf(found);
      // Hostile files of all packages share a folder.
      const own = folder === 'hostile' ? [extname(path).slice(1)] : (expectedOf(path) ?? ['xliff']);
      const expected = [
        ...own,
        ...(namedOnly.includes(folder) ? ['json'] : []),
        ...(misnamed.test(path) ? ['docx'] : []),
      ];
      return id === undefined || [...expected, 'xliff'].includes(id) ? [] : [`${path.slice(shared.length)}: ${id}`];
    });
    expect(wrong).toEqual([]);
  });

  test('contents alone tell 19 of 20 files whose kind has signs of its own', () => {
    const asked = files().filter((path) => folders[folderOf(path)] && !namedOnly.includes(folderOf(path)));
    const right = asked.filter((path) => {
      const id = idOf(detect(undefined, headOf(path))) ?? '';
      return folders[folderOf(path)]?.includes(id);
    });
    expect(right.length / asked.length).toBeGreaterThan(0.95);
  });
});
