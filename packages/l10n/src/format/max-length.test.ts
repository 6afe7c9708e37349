import { describe, expect, test } from 'vitest';
import { readDocument } from '../testing/document-kit.js';
import { androidXmlFormat } from './androidxml/format.js';
import { resxFormat } from './resx/format.js';
import { stringsdictFormat } from './stringsdict/format.js';

const files = [
  {
    format: androidXmlFormat,
    input: '<resources>\n<!-- Title, max: 20 -->\n<string name="a">x</string>\n<string name="b">y</string></resources>',
  },
  {
    format: resxFormat,
    input:
      '<root><data name="a"><value>x</value><comment>MAX 20</comment></data><data name="b"><value>y</value></data></root>',
  },
  {
    format: stringsdictFormat,
    input:
      '<plist><dict>\n<!-- max: 20 -->\n<key>a</key><string>x</string>\n<key>b</key><string>y</string></dict></plist>',
  },
];

describe('maxLengthPattern', () => {
  test.each(files)('X18 the notes of $format.id limit lengths where the option says how', async ({ format, input }) => {
    const hints = async (options: { readonly maxLengthPattern?: string }) =>
      (await readDocument(format, input, { options })).blocks.map(({ displayHint }) => displayHint);
    expect(await hints({})).toEqual([undefined, undefined]);
    expect(await hints({ maxLengthPattern: '[mM][aA][xX]:?\\s*(\\d+)' })).toEqual([
      { maxLength: 20, unit: 'chars' },
      undefined,
    ]);
  });

  test('X18 a pattern that may never end is refused', async () => {
    const reading = readDocument(androidXmlFormat, '<resources/>', { options: { maxLengthPattern: '(a+)+b' } });
    await expect(reading).rejects.toMatchObject({ code: 'L10N_PATTERN' });
  });
});
