import { createBlock, textRun, type Block } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { insertedBytes } from '../../testing/format/insert-kit.js';
import { resxFormat } from './format.js';

const block = (name: string, source: string, more: Partial<Block> = {}): Block => ({
  ...createBlock({ id: name, name, sourceLocale: 'en', source }),
  ...more,
});

async function insert(input: string, added: readonly (readonly [Block, string?])[], remove: readonly string[] = []) {
  const entries = added.map(([one, after]) => ({ block: one, ...(after === undefined ? {} : { after }) }));
  return Buffer.from(await insertedBytes(resxFormat, Buffer.from(input), entries, remove, {})).toString();
}

const head = '<root>\r\n\t<resheader name="v"><value>2.0</value></resheader>\r\n';
const entry = (name: string, value: string): string =>
  `\t<data name="${name}" xml:space="preserve">\r\n\t\t<value>${value}</value>\r\n\t</data>\r\n`;
const file = `${head}${entry('a', 'A')}${entry('c', 'C')}</root>`;
const note = { note: { type: 'note', items: [{ text: 'n & m' }] } } as const;

describe('insertResx', () => {
  test('X30 a text goes behind its neighbour, in its manner', async () => {
    const noted = entry('b', 'x &lt; y').replace('\t</data>', '\t\t<comment>n &amp; m</comment>\r\n\t</data>');
    expect(await insert(file, [[block('b', 'x < y', { annotations: note }), 'a']])).toBe(
      `${head}${entry('a', 'A')}${noted}${entry('c', 'C')}</root>`,
    );
  });

  test('X30 a text in a file without texts goes behind its headers', async () => {
    expect(await insert(`${head}</root>`, [[block('b', 'x')]])).toBe(
      `${head}  <data name="b" xml:space="preserve">\r\n    <value>x</value>\r\n  </data>\r\n</root>`,
    );
    expect(await insert('<root/>', [[block('b', 'x')]])).toBe(
      '<root>\n  <data name="b" xml:space="preserve">\n    <value>x</value>\n  </data>\n</root>',
    );
  });

  test('X30 a neighbour on one line has a new one on one line', async () => {
    expect(await insert('<root>\n<data name="a"><value>1</value></data>\n</root>', [[block('b', 'x'), 'a']])).toBe(
      '<root>\n<data name="a"><value>1</value></data>\n<data name="b" xml:space="preserve"><value>x</value></data>\n</root>',
    );
  });

  test('X30 a text is taken out with its lines', async () => {
    expect(await insert(file, [], ['a'])).toBe(`${head}${entry('c', 'C')}</root>`);
  });

  test('X49 what only a comment can say is said there', async () => {
    const locked = block('b', 'x', { translatable: false, displayHint: { maxLength: 9 } });
    expect(await insert(file, [[locked, 'c']])).toContain('<comment>{Locked} {MaxLength=9}</comment>');
  });

  test('X31 a new file has the headers of .NET', async () => {
    const { parts } = await readDocument(resxFormat, '<root/>');
    const one = { kind: 'block', block: { ...block('a', ''), source: [textRun('x')] } } as const;
    const made = { parts: [...parts.slice(0, 1), one, ...parts.slice(1)], skeleton: undefined };
    const written = Buffer.from((await writeDocument(resxFormat, made)).bytes).toString();
    expect(written).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<root>\n {2}<resheader name="resmimetype">\n/u);
    expect(written.endsWith('  <data name="a" xml:space="preserve">\n    <value>x</value>\n  </data>\n</root>\n')).toBe(
      true,
    );
  });
});
