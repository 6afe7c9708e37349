import { createBlock, textRun, type Block } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { insertedBytes } from '../../testing/format/insert-kit.js';
import { pluralContent } from '../plural/plan-members.js';
import { stringsdictFormat } from './format.js';

const block = (name: string, source: Block['source'] | string, note?: string): Block =>
  createBlock({
    id: name,
    name,
    sourceLocale: 'en',
    source,
    ...(note === undefined ? {} : { annotations: { note: { type: 'note', items: [{ text: note }] } } }),
  });

async function insert(
  input: string,
  added: readonly (readonly [Block, string?])[],
  remove: readonly string[] = [],
  sourceLocale = 'en',
) {
  const entries = added.map(([one, after]) => ({ block: one, ...(after === undefined ? {} : { after }) }));
  return Buffer.from(
    await insertedBytes(stringsdictFormat, Buffer.from(input), entries, remove, { sourceLocale }),
  ).toString();
}

const plain = (name: string, value: string): string => `  <key>${name}</key>\n  <string>${value}</string>\n`;
const file = (...entries: readonly string[]): string => `<plist>\n<dict>\n${entries.join('')}</dict>\n</plist>\n`;
const counted = (pivot: string, unit: string) =>
  pluralContent(
    [
      ['one', [textRun(`%lld ${unit}`)]],
      ['other', [textRun(`%lld ${unit}s`)]],
    ],
    { pivot },
  );

describe('insertStringsdict', () => {
  test('X30 an entry goes behind its neighbour, with its indentation and the forms of the language', async () => {
    const made = await insert(
      file(plain('a', 'A'), plain('c', 'C')),
      [[block('b', counted('n', 'day'), 'Days'), 'a']],
      [],
      'ja',
    );
    expect(made).toBe(
      file(
        plain('a', 'A'),
        '  <!-- Days -->\n  <key>b</key>\n  <dict>\n  \t<key>NSStringLocalizedFormatKey</key>\n  \t<string>%#@n@</string>\n',
        '  \t<key>n</key>\n  \t<dict>\n  \t\t<key>NSStringFormatSpecTypeKey</key>\n  \t\t<string>NSStringPluralRuleType</string>\n',
        '  \t\t<key>NSStringFormatValueTypeKey</key>\n  \t\t<string>lld</string>\n',
        '  \t\t<key>other</key>\n  \t\t<string>%lld days</string>\n  \t</dict>\n  </dict>\n',
        plain('c', 'C'),
      ),
    );
  });

  test('X30 an entry is taken out with its comment and lines', async () => {
    expect(await insert(file('  <!-- n -->\n', plain('a', 'A'), plain('c', 'C')), [], ['a'])).toBe(
      file(plain('c', 'C')),
    );
  });

  test('X30 an entry without a neighbour goes to the head', async () => {
    const made = await insert('<plist><dict/></plist>', [[block('a', 'x')]]);
    expect(made).toBe(
      '<plist><dict>\n\t<key>a</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>x</string>\n\t</dict>\n</dict></plist>',
    );
  });

  test('X44 several variables are numbered', async () => {
    const made = await insert(file(), [[block('a', [...counted('d', 'day'), textRun(', '), ...counted('h', 'hour')])]]);
    expect(made).toContain('<string>%1$#@d@, %2$#@h@</string>');
  });

  test('X31 a new file is a property list of Apple', async () => {
    const { parts } = await readDocument(stringsdictFormat, '<plist><dict/></plist>');
    const one = { kind: 'block', block: block('a', counted('n', 'day')) } as const;
    const made = { parts: [...parts.slice(0, 1), one, ...parts.slice(1)], skeleton: undefined };
    const written = Buffer.from((await writeDocument(stringsdictFormat, made)).bytes).toString();
    expect(written).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<!DOCTYPE plist PUBLIC .*>\n<plist version="1.0">\n<dict>\n\t<key>a<\/key>\n/u,
    );
    expect(written.endsWith('\t</dict>\n</dict>\n</plist>\n')).toBe(true);
  });
});
