import { textRun } from '@helve/flow';
import { bytesSource } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { choppedSource, readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { jsonFormat } from '../json/format.js';
import { plaintextFormat } from '../plaintext/format.js';
import { encoderFor } from './encoder.js';
import { chooseEncoding, toEncoding } from './encoding.js';
import { loadText, openText } from './open-text.js';
import { escapeAllProperty } from './output-buffer.js';
import { decodeSingleByte } from './single-byte.js';

const webEncodings = [
  'ibm866',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'macintosh',
  'windows-874',
  'windows-1252',
  'windows-1258',
  'iso-8859-16',
  'x-user-defined',
  'latin1',
  'x-mac-cyrillic',
];
const ofTheWeb =
  'utf-8 ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10 ' +
  'iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 ' +
  'windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk ' +
  'gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr utf-16be utf-16le x-user-defined';
const wide = {
  gbk: '中文',
  gb18030: '中文€𠀀',
  big5: '繁體',
  'euc-jp': '日本語',
  shift_jis: '日本語ｱ',
  'euc-kr': '한국어',
};

describe('encodings', () => {
  test('T101 the mark outranks the declaration, that the option, that UTF-8', () => {
    const declared = (head: string) => /charset=(\S+)/u.exec(head)?.[1];
    const choose = (head: Uint8Array, option?: string) =>
      chooseEncoding({ file: 'f', head, declared, option }).encoding.name;
    const said = Buffer.from('charset=windows-1251 ');
    expect(choose(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), said]), 'koi8-r')).toBe('utf-8');
    expect(choose(said, 'koi8-r')).toBe('windows-1251');
    expect(choose(Buffer.from(''), 'koi8-r')).toBe('koi8-r');
    expect(choose(Buffer.from(''))).toBe('utf-8');
    expect(choose(Buffer.from('charset=utf-16 '))).toBe('utf-8');
  });

  test.each(webEncodings)('T101 every byte of %s that means a character comes back from it', (name) => {
    const encode = encoderFor(name);
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter(
      (byte) => typeof decodeSingleByte(Uint8Array.of(byte), name) === 'string',
    );
    expect(bytes.length).toBeGreaterThan(200);
    expect(encode(String(decodeSingleByte(bytes, name)))).toEqual(bytes);
    expect(encode('𝔘')).toBeUndefined();
  });

  test('T101 reads every encoding of the web', async () => {
    for (const encoding of ofTheWeb.split(' ')) {
      const bytes = encoderFor(toEncoding(encoding, 'f').name)('a\n') ?? new Uint8Array(0);
      expect((await loadText(bytesSource(bytes), { file: 'f', maxBytes: 9, encoding })).text, encoding).toBe('a\n');
    }
  });

  test('T101 knows the characters of the web where the platform does not', () => {
    expect(decodeSingleByte(Buffer.of(0x80, 0x81, 0x99, 0xff), 'windows-1252')).toBe('€\u0081™ÿ');
    expect(decodeSingleByte(Buffer.of(0xa4, 0xaa), 'iso-8859-16')).toBe('€Ș');
    expect(decodeSingleByte(Buffer.of(0x80, 0xff), 'x-user-defined')).toBe('\uF780\uF7FF');
  });

  test.each(Object.entries(wide))('T101 %s is read with places and written', async (encoding, text) => {
    const bytes = encoderFor(encoding)(`a ${text}\nb`) ?? new Uint8Array(0);
    const loaded = await loadText(choppedSource(bytes, 3), { file: 'f', maxBytes: 1000, encoding });
    expect(loaded.text).toBe(`a ${text}\nb`);
    expect(loaded.byteAt(text.length + 3)).toBe(bytes.length - 1);
    const { chunks } = await openText(choppedSource(bytes, 1), { file: 'f', maxBytes: 1000, encoding });
    let again = '';
    for await (const chunk of chunks()) again += chunk.text;
    expect(again).toBe(loaded.text);
  });

  test('T101 an encoding with states is read, but nothing new is written in it', async () => {
    const bytes = Buffer.from('\u001B$BF|K\\\u001B(B ok\n', 'latin1');
    const { text } = await loadText(bytesSource(bytes), { file: 'f', maxBytes: 100, encoding: 'iso-2022-jp' });
    expect(text).toBe('日本 ok\n');
    expect(encoderFor('iso-2022-jp')('日本')).toBeUndefined();
  });

  test('T101 says from which byte on a file is not what it should be', async () => {
    const bytes = Buffer.concat([
      Buffer.from('"'.padEnd(70_000, 'é')),
      Buffer.from([0xe2, 0x28, 0xa1]),
      Buffer.alloc(500, 0x61),
    ]);
    const error: unknown = await readDocument(plaintextFormat, choppedSource(bytes, 1000)).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      code: 'L10N_ENCODING',
      details: { offset: Buffer.byteLength('"'.padEnd(70_000, 'é')) },
    });
  });

  test('T100 a character that neither the encoding nor the format can say is refused with its block', async () => {
    const kit = { options: { encoding: 'windows-1252' } };
    const document = await readDocument(plaintextFormat, 'x', kit);
    const parts = withContent(plaintextFormat, document.parts, () => [textRun('ж')], 'de');
    await expect(writeDocument(plaintextFormat, { ...document, parts }, kit)).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
      details: { block: '1' },
    });
  });
});

describe('a layer that asks for another text form', () => {
  const rewritten = async (
    input: string | Uint8Array,
    wanted: {
      encoding?: string;
      bom?: boolean;
      lineBreak?: 'lf' | 'crlf' | 'cr';
      properties?: Record<string, string>;
    },
  ) => {
    const bytes = typeof input === 'string' ? Buffer.from(input) : input;
    const document = await readDocument(jsonFormat, choppedSource(bytes, 3));
    for (const part of document.parts) if (part.kind === 'layer-start') Object.assign(part.layer, wanted);
    return Buffer.from((await writeDocument(jsonFormat, document)).bytes);
  };

  test('T101 is written in the encoding it asks for, with escapes where it must', async () => {
    expect(await rewritten('{"a":"ä"}\r\n', { encoding: 'utf-16le', bom: true })).toEqual(
      Buffer.from('\uFEFF{"a":"ä"}\r\n', 'utf16le'),
    );
    expect((await rewritten('{"a":"ä€😀"}', { encoding: 'latin1' })).toString('latin1')).toBe(
      '{"a":"ä\\u20ac\\ud83d\\ude00"}',
    );
  });

  test('T101 refuses what neither the new encoding nor the format can say', async () => {
    const document = await readDocument(plaintextFormat, 'жук\n');
    for (const part of document.parts)
      if (part.kind === 'layer-start') Object.assign(part.layer, { encoding: 'iso-8859-1' });
    await expect(writeDocument(plaintextFormat, document)).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
  });

  test('T101 escapes every character beyond ASCII when the layer asks for that', async () => {
    const bytes = await rewritten('{"a":"ä\\n€"}', { properties: { [escapeAllProperty]: 'true' } });
    expect(bytes.toString()).toBe('{"a":"\\u00e4\\n\\u20ac"}');
  });

  test('T101 takes any name of an encoding for it', async () => {
    expect((await rewritten('{"a":"ä"}', { encoding: 'UTF8' })).toString()).toBe('{"a":"ä"}');
  });

  test('T101 gets and loses a byte order mark', async () => {
    expect((await rewritten('{}', { bom: true })).toString()).toBe('\uFEFF{}');
    expect((await rewritten('\uFEFF{}', { bom: false })).toString()).toBe('{}');
  });

  test('T101 gets other line ends, also where a piece cuts one in two', async () => {
    expect((await rewritten('{\r\n"a":\r\n1\r\n}\r\n', { lineBreak: 'lf' })).toString()).toBe('{\n"a":\n1\n}\n');
    expect((await rewritten('{\n}\n', { lineBreak: 'crlf' })).toString()).toBe('{\r\n}\r\n');
    expect((await rewritten('{\r}\r', { lineBreak: 'lf' })).toString()).toBe('{\n}\n');
  });
});
