import { describe, expect, test } from 'vitest';
import { allFormats } from './all-formats.js';
import { createFormats } from './create-formats.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('createFormats', () => {
  const formats = createFormats(allFormats, [{ glob: 'locales/**/*.json', format: 'i18next', preset: 'v3' }]);
  const ask = (input: Partial<Parameters<typeof formats.detect>[0]>) => {
    const { format, rule, confidence, ...rest } = formats.detect({ head: bytes(''), ...input });
    return { format: format?.id, rule, confidence, ...('preset' in rest ? { preset: rest.preset } : {}) };
  };

  test('T102 the option outranks everything, and may name a preset', () => {
    expect(ask({ formatId: 'plaintext', path: 'a.json' })).toEqual({
      format: 'plaintext',
      rule: 'option',
      confidence: 1,
    });
    expect(ask({ formatId: 'i18next:v3' })).toEqual({
      format: 'i18next',
      rule: 'option',
      confidence: 1,
      preset: 'v3',
    });
    expect(ask({ formatId: 'klingon', path: 'a.json' })).toMatchObject({ format: undefined, rule: 'option' });
  });

  test('T102 the map of the project outranks MIME type and extension', () => {
    const answer = { format: 'i18next', rule: 'map', confidence: 1, preset: 'v3' };
    expect(ask({ path: 'locales/en/app.json', mimeType: 'application/json' })).toEqual(answer);
    expect(ask({ path: 'locales\\en\\app.json' })).toEqual(answer);
  });

  test('T102 the MIME type outranks the extension', () => {
    expect(ask({ mimeType: 'Text/Plain; charset=utf-8', path: 'a.json' })).toEqual({
      format: 'plaintext',
      rule: 'mime',
      confidence: 0.95,
    });
  });

  test('T102 an extension of one format decides, one of several is settled by a look', () => {
    expect(ask({ path: 'A.PROPERTIES' })).toEqual({ format: 'properties', rule: 'extension', confidence: 0.9 });
    expect(ask({ path: 'a.json', head: bytes('{"a": "b"}') })).toMatchObject({
      format: 'json',
      rule: 'extension+sniff',
    });
    expect(ask({ path: 'a.json', head: bytes('{"a_one": "b", "a_other": "c"}') })).toMatchObject({ format: 'i18next' });
  });

  test('T102 without a name the bytes decide, and nothing is said of what nobody knows', () => {
    expect(ask({ head: bytes('// c\n[ {"a": 1}]') })).toMatchObject({ format: 'json', rule: 'sniff', confidence: 0.6 });
    expect(ask({ head: Buffer.from('\uFEFF{"a": 1}', 'utf16le') })).toMatchObject({ format: 'json', rule: 'sniff' });
    expect(ask({ head: bytes('words') })).toMatchObject({ format: undefined, rule: 'none' });
    const android =
      '<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"><xliff:g id="a">b</xliff:g></resources>';
    expect(ask({ path: 'strings.xml', head: bytes(android) })).toMatchObject({ format: 'androidxml' });
  });

  test('T102 magic bytes are found before a look', () => {
    const [base] = allFormats;
    if (!base) throw new Error('there are no formats');
    const zipped = createFormats([
      ...allFormats,
      { ...base, id: 'zipped', extensions: [], mimeTypes: [], magic: [bytes('PK')] },
    ]);
    expect(zipped.detect({ head: bytes('PK\u0003') })).toMatchObject({ format: { id: 'zipped' }, rule: 'magic' });
  });

  test('T98 lists each format once, under its id', () => {
    expect(formats.list().map(({ id }) => id)).toEqual(allFormats.map(({ id }) => id));
    expect(formats.byId('json')?.title).toBe('JSON');
    expect(() => createFormats([...allFormats, ...allFormats])).toThrow('a format with this id exists');
    expect(() => createFormats(allFormats, [{ glob: '**', format: 'klingon' }])).toThrow('klingon');
  });
});
