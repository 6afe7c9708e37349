import { textRun } from '@helve/flow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeContent, UnwritableContent } from './encode-content.js';
import { isXmlText } from './escape-xml.js';
import { parseXml } from './parse-xml.js';
import { elementText } from './xml-node.js';

const decode = (raw: string): string =>
  elementText(parseXml(`<x>${raw}</x>`, { file: 'a', format: 'a', maxDepth: 10, maxExpansion: 0 }));

describe('encodeContent', () => {
  test('X13 any text is read back, whatever the notation of the old value', () => {
    const old = fc.constantFrom('', 'x', '<![CDATA[x]]>', '&#60;&quot;>\r\n&#10;', 'a<![CDATA[<&]]>', ']]&gt;');
    const char = fc.oneof(fc.constantFrom('\n', '\r', '\t', '<', '>', '&', ']', '"', "'", ' ', '\u0001'), fc.string());
    fc.assert(
      fc.property(old, fc.array(char, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (raw, chars, lineEnd) => {
        const text = chars.join('').toWellFormed();
        if (isXmlText(text)) expect(decode(encodeContent([textRun(text)], raw, lineEnd))).toBe(text);
        else expect(() => encodeContent([textRun(text)], raw, lineEnd)).toThrow(UnwritableContent);
      }),
      { numRuns: 500 },
    );
  });

  test('X13 codes of the file are written as they are, in a section too', () => {
    const code = { kind: 'ph', id: '1', type: 'code:variable', subType: 'xml:entity', data: '&brand;' } as const;
    const found = { kind: 'ph', id: '2', type: 'code:markup', subType: 'html:br', data: '<br>' } as const;
    expect(encodeContent([code, found], '', '\n')).toBe('&brand;&lt;br&gt;');
    expect(encodeContent([textRun('a'), code, found], '<![CDATA[x]]>', '\n')).toBe(
      '<![CDATA[a]]>&brand;<![CDATA[<br>]]>',
    );
  });
});
