import { textRun, type Runs } from '@helve/flow';
import { dataText, normaliseRuns } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeFinder } from '../code/code-finder.js';
import { parseXml } from '../xml/parse-xml.js';
import { dialects, type DialectName } from './dialect.js';
import { encodeValue, UnwritableText } from './encode-value.js';
import { readValue } from './read-value.js';

const find = codeFinder({ enabled: false, presets: [], rules: [] });

function decode(raw: string, dialect: DialectName): Runs {
  const xml = `<x xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">${raw}</x>`;
  const element = parseXml(xml, { file: 'a', format: 'a', maxDepth: 10, maxExpansion: 0 });
  return readValue(element, xml, dialects[dialect], find).runs;
}

/** Old values in every notation. */
const notations = [
  '',
  'x',
  '"x"',
  '  x\n ',
  '<![CDATA[ x ]]>',
  ' <![CDATA["x"]]>',
  '&quot;x&quot;',
  'a &#160;&#39;\\u00e9\\\'&gt;>&lt; \\u0020 \\"',
  'a<![CDATA[<&>]]>b',
];

const char = fc.oneof(
  fc.constantFrom(...Array.from(' \n\t\r"\'\\@?&<>]#u0n{}%é\u00A0\u2003\u0001\uFFFE😀')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
);
const anyText = fc.array(char, { maxLength: 8 }).map((chars) => chars.join('').replaceAll('\0', '').toWellFormed());

describe('encodeValue', () => {
  test.each(['android', 'compose', 'moko'] as const)('X33 any text is read back from a value of %s', (dialect) => {
    fc.assert(
      fc.property(fc.constantFrom(...notations), anyText, (raw, text) => {
        let written: string;
        try {
          written = encodeValue([textRun(text)], raw, dialects[dialect]);
        } catch (error) {
          expect(error).toBeInstanceOf(UnwritableText);
          expect(dialect).toBe('moko');
          return;
        }
        // A reference to a resource would not be text.
        expect(dataText(decode(written, dialect)), written).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('X33 a space before the white space at the end of a value is escaped', () => {
    const code: Runs = [{ kind: 'ph', id: '1', type: 'struct:break', subType: 'xml:br', data: '<br/>' }];
    const written = encodeValue([...code, textRun('  ')], '  x\n ', dialects.android);
    expect(written).toBe('<br/>\\u0020\n ');
    expect(dataText(decode(written, 'android'))).toBe('<br/>  ');
  });

  const codes = fc.constantFrom<Runs>(
    [{ kind: 'ph', id: '1', type: 'struct:break', subType: 'xml:br', data: '<br/>' }],
    [{ kind: 'ph', id: '1', type: 'code:variable', subType: 'xml:xliff:g', data: '<xliff:g>%s</xliff:g>' }],
    [{ kind: 'ph', id: '1', type: 'code:variable', subType: 'xml:xliff:g', data: '<xliff:g/>' }],
    [{ kind: 'ph', id: '1', type: 'code:markup', subType: 'xml:comment', data: '<!-- c -->' }],
  );

  test('X33 any text around codes is read back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...notations), anyText, codes, anyText, (raw, before, code, behind) => {
        const runs = normaliseRuns([textRun(before), ...code, textRun(behind)]);
        const written = encodeValue(runs, raw, dialects.android);
        expect(dataText(decode(written, 'android')), written).toBe(dataText(runs));
      }),
      { numRuns: 1000 },
    );
  });
});
