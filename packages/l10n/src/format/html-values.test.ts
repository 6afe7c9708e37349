import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../testing/document-kit.js';
import { allFormats } from './all-formats.js';
import { createFormats } from './create-formats.js';

const formats = createFormats(allFormats);
const value = 'Click <b>here</b> {name} <file>';
const inXml = value.replaceAll('<', '&lt;');
const message = '{n, plural, one {<b>#</b> file} other {<b>#</b> files}}';

const documents: Readonly<Record<string, string>> = {
  androidxml: `<resources><string name="a">${inXml}</string></resources>`,
  resx: `<root><data name="a"><value>${inXml}</value></data></root>`,
  json: JSON.stringify({ a: value }),
  i18next: JSON.stringify({ a: value }),
  properties: `a=${value}\n`,
  po: `msgid ""\nmsgstr "Language: de\\n"\n\nmsgid ${JSON.stringify(value)}\nmsgstr ""\n`,
  xliff: `<xliff version="1.2"><file source-language="en" target-language="de" original="a" datatype="x"><body><trans-unit id="u"><source>${inXml}</source></trans-unit></body></file></xliff>`,
  xliff2: `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u"><segment><source>${inXml}</source></segment></unit></file></xliff>`,
};

async function read(id: string, text: string, options: Readonly<Record<string, string | boolean>>) {
  const format = formats.byId(id) ?? expect.fail(`There is no format ${id}`);
  const document = await readDocument(format, text, { options, targetLocale: 'de' });
  const { bytes } = await writeDocument(format, document, { options, targetLocale: 'de' });
  expect(Buffer.from(bytes).toString()).toBe(text);
  const block = document.blocks.find(({ translatable, source }) => translatable && source.length > 0);
  return block?.source ?? [];
}

/** The tags among the codes of content. */
const tagsIn = (runs: Awaited<ReturnType<typeof read>>) =>
  runs.flatMap((run) => ('data' in run && run.data.startsWith('<') ? [run.data] : []));

describe('tags in values', () => {
  test.each(Object.keys(documents))(
    'X19 of %s are codes where they are markup, and text with htmlValues off',
    async (id) => {
      const text = documents[id] ?? '';
      expect(tagsIn(await read(id, text, {}))).toEqual(['<b>', '</b>']);
      const off = await read(id, text, { htmlValues: 'off' });
      expect(tagsIn(off)).toEqual([]);
      expect(off[0]).toMatchObject({ kind: 'text', text: expect.stringContaining('<b>here</b>') });
    },
  );

  test.each([
    ['json', JSON.stringify({ a: message }), {}],
    ['properties', `a=${message}\n`, { messageFormat: true }],
  ] as const)('X19 in messages of %s they follow the same option', async (id, text, options) => {
    const tagsOf = async (htmlValues: string) => {
      const [run] = await read(id, text, { ...options, htmlValues });
      return run?.kind === 'plural' ? tagsIn(run.forms.other ?? []) : undefined;
    };
    expect(await tagsOf('codes')).toEqual(['<b>', '</b>']);
    expect(await tagsOf('off')).toEqual([]);
  });

  test('X19 no format reads them as a document of HTML', async () => {
    await expect(read('json', documents['json'] ?? '', { htmlValues: 'auto' })).rejects.toThrow('htmlValues');
  });
});
