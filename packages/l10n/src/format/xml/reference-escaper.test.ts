import { textRun, type Part } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { xliffFormat } from '../xliff/format.js';
import { createReferenceEscaper } from './reference-escaper.js';

const isAscii = (char: string) => /^\p{ASCII}$/u.test(char);
const escaped = (text: string) => createReferenceEscaper().escape(text, isAscii);

describe('createReferenceEscaper', () => {
  test.each([
    ['<a b="ж">ж</a>', '<a b="&#1078;">&#1078;</a>'],
    ["<a b='\"ж'/>ж", "<a b='\"&#1078;'/>&#1078;"],
    ['<![CDATA[<aж]]>ж', '<![CDATA[<a]]>&#1078;<![CDATA[]]>&#1078;'],
    ['<!-- <![CDATA[ ж -->ж', '<!-- <![CDATA[ &#1078; -->&#1078;'],
    ['<?p <ж ?>"ж', '<?p <&#1078; ?>"&#1078;'],
    ['<![CDATA[<!-- ]]>"ж', '<![CDATA[<!-- ]]>"&#1078;'],
  ])('T47 %s', (text, expected) => {
    expect(escaped(text)).toBe(expected);
  });

  test('T47 a name has no escapes', () => {
    expect(escaped('<ж/>')).toBeUndefined();
    expect(escaped('<a ж="1"/>')).toBeUndefined();
  });

  test('T47 the place is known wherever a text is cut', () => {
    const text = '<?p ж?><a b="1>ж"><!--ж--><![CDATA[]ж]]>ж</a>';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
        const escaper = createReferenceEscaper();
        const pieces = places.slice(1).map((end, index) => {
          const piece = text.slice(places[index], end);
          if (![...piece].every(isAscii)) return escaper.escape(piece, isAscii);
          escaper.pass?.(piece);
          return piece;
        });
        expect(pieces.join('')).toBe(escaped(text));
      }),
    );
  });

  test('T100 a section of XLIFF reads the same in an encoding that lacks its characters', async () => {
    const head = '<?xml version="1.0" encoding="ISO-8859-1"?>\n';
    const unit = '<trans-unit id="1"><source>a</source><target><![CDATA[<b> x]]></target></trans-unit>';
    const body = `<xliff version="1.2"><file original="a" source-language="en" target-language="ru" datatype="x"><body>${unit}</body></file></xliff>`;
    const targetOf = async (bytes: Uint8Array) =>
      dataText((await readDocument(xliffFormat, bytes, { targetLocale: 'ru' })).blocks[0]?.targets['ru']?.runs ?? []);

    const latin = await readDocument(xliffFormat, Buffer.from(head + body, 'latin1'), { targetLocale: 'ru' });
    const changed = withContent(xliffFormat, latin.parts, () => [textRun('<b> жук')], 'ru');
    const translated = await writeDocument(xliffFormat, { ...latin, parts: changed }, { targetLocale: 'ru' });
    expect(await targetOf(translated.bytes)).toBe('<b> жук');

    const unicode = await readDocument(xliffFormat, body.replace('x]]', 'жук]]'), { targetLocale: 'ru' });
    const parts = unicode.parts.map((part): Part =>
      part.kind === 'layer-start' ? { ...part, layer: { ...part.layer, encoding: 'latin1' } } : part,
    );
    const converted = await writeDocument(xliffFormat, { ...unicode, parts }, { targetLocale: 'ru' });
    expect(await targetOf(converted.bytes)).toBe('<b> жук');
  });
});
