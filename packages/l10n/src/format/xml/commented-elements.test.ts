import { expect, test } from 'vitest';
import { readDocument } from '../../testing/document-kit.js';
import { androidXmlFormat } from '../androidxml/format.js';
import { resxFormat } from '../resx/format.js';

const [string, data] = ['<string name="a">x</string>', '<data name="a"><value>x</value></data>'];

test.each([
  ...['', ' x', '<!-- c', '<string name="b">y', '<string name="b"><![CDATA[y', '<string name="b">y</string>'].map(
    (cut) => [androidXmlFormat, `<resources>${string}${cut}`] as const,
  ),
  ...['', ' ', '<!-- c', '<data name="b"><value>y', '<data name="b"><value><![CDATA[y</value></data></root>'].map(
    (cut) => [resxFormat, `<root>${data}${cut}`] as const,
  ),
])('X8 a file that was cut off is refused with its place', async (format, text) => {
  await expect(readDocument(format, text)).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line: 1 } });
});
