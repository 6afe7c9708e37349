import { textRun } from '@helve/flow';
import { dataText, type Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument, withContent, writeDocument } from '../testing/document-kit.js';
import { probeTexts } from '../testing/probe-text.js';
import { androidXmlFormat } from './androidxml/format.js';
import { appleStringsFormat } from './applestrings/format.js';
import { csvFormat } from './csv/format.js';
import { jsonFormat } from './json/format.js';
import { propertiesFormat } from './properties/format.js';
import { resxFormat } from './resx/format.js';
import { illegalCharacter } from './xml/reference.js';
import { yamlFormat } from './yaml/format.js';

const inners = [
  { format: 'html', document: '<p>x</p>' },
  { format: 'markdown', document: '# x' },
  { format: 'messageformat', document: '{n, plural, other {x}}' },
  { format: 'json', document: '{"k":["x"]}' },
] as const;

interface Outer {
  readonly name: string;
  readonly format: Format;
  /** Makes a file with a document as the value of `a`. */
  readonly wrap: (document: string) => string;
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const android = (text: string): string => text.replaceAll('"', String.raw`\"`);

const outers: readonly Outer[] = [
  { name: 'json', format: jsonFormat, wrap: (text) => JSON.stringify({ a: text }) },
  { name: 'yaml', format: yamlFormat, wrap: (text) => `a: '${text}'\n` },
  {
    name: 'androidxml',
    format: androidXmlFormat,
    wrap: (text) => `<resources><string name="a">${xml(android(text))}</string></resources>`,
  },
  {
    name: 'androidxml with a section',
    format: androidXmlFormat,
    wrap: (text) => `<resources><string name="a"><![CDATA[${android(text)}]]></string></resources>`,
  },
  {
    name: 'resx',
    format: resxFormat,
    wrap: (text) => `<root><data name="a" xml:space="preserve"><value>${xml(text)}</value></data></root>`,
  },
  { name: 'csv', format: csvFormat, wrap: (text) => `key,text\na,"${text.replaceAll('"', '""')}"\n` },
  { name: 'properties', format: propertiesFormat, wrap: (text) => `a=${text}\n` },
  { name: 'applestrings', format: appleStringsFormat, wrap: (text) => `"a" = "${android(text)}";\n` },
];

describe.each(outers)('in $name', ({ format, wrap }) => {
  test.each(inners)(`X20 a text of $format is escaped as that, and then as the value around it`, async (inner) => {
    const kit = { options: { subfilters: [{ match: 'a', format: inner.format }] } };
    const document = await readDocument({ ...format, kind: 'monolingual' }, wrap(inner.document), kit);
    const [block] = document.blocks;
    expect(dataText(block?.source ?? [])).toContain('x');
    for (const text of probeTexts) {
      const runs = block?.source.map((run) =>
        run.kind === 'plural' ? { ...run, forms: { other: [textRun(text)] } } : textRun(text),
      );
      const parts = withContent({ ...format, kind: 'monolingual' }, document.parts, () => runs, 'de');
      const writing = writeDocument(format, { ...(await readDocument(format, wrap(inner.document), kit)), parts }, kit);
      const refused = await writing.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refused !== undefined) {
        expect(refused, text).toMatchObject({ code: 'L10N_UNWRITABLE' });
        expect(illegalCharacter.test(text) || inner.format === 'markdown', text).toBe(true);
        continue;
      }
      const again = (await readDocument(format, (await writing).bytes, kit)).blocks[0];
      const found = dataText(again?.source ?? []).replaceAll('\r\n', '\n');
      expect(found, JSON.stringify(text)).toBe(dataText(runs ?? []).replaceAll('\r\n', '\n'));
    }
  });
});
