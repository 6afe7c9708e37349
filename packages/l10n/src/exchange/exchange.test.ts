import { createBlock, textRun, type Block, type Run } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchDigest, isBatchId, toBatchId } from './batch-id.js';
import { hashOriginal, toManifestFile, toUnits, type ReadFile } from './exchange-unit.js';
import type { ExchangeManifest } from './manifest.js';
import { manifestText, readExchangeManifest } from './read-exchange-manifest.js';
import { cellText, codeNumbers, readCellText } from './table/cell-text.js';
import { guardCell, unguardCell } from './table/guard-cell.js';
import { blockKey, keysOfBlock, sentHash } from './unit-hash.js';
import { isUnitId, readUnitRef, toUnitRef, unitRefText } from './unit-ref.js';

function fileOf(path: string, texts: readonly string[]): ReadFile {
  const blocks = texts.map((text, at) => createBlock({ id: `/k${at}`, sourceLocale: 'en', source: text }));
  const read = blocks.map((block) => ({ block, original: hashOriginal(block) }));
  return { path, sha256: 'a'.repeat(64), format: 'json', options: {}, existing: [], blocks: read };
}

function manifestOf(files: readonly ReadFile[]): ExchangeManifest {
  const units = toUnits(files, { targetLocales: ['de'] });
  const content = {
    format: 'xliff2',
    options: 'b'.repeat(64),
    sourceLocale: 'en',
    targetLocales: ['de'],
    files: units.map(toManifestFile),
  } as const;
  const sha256 = batchDigest(content);
  const createdAt = '2026-01-01T00:00:00.000Z';
  return {
    ...content,
    schema: 'helve.exchange/v1',
    batch: toBatchId(sha256),
    sha256,
    createdAt,
    version: '1',
    outputs: [],
  };
}

const texts = fc.array(fc.string({ minLength: 1 }), { maxLength: 8 });

describe('units', () => {
  test('X105 ids are u1, u2 and so on through all files, each once, whatever the texts', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const files = toUnits([fileOf('a.json', one), fileOf('b.json', other)], { targetLocales: ['de'] });
        const ids = files.flatMap(({ units }) => units.map(({ id }) => id));
        expect(ids).toEqual(ids.map((_, at) => `u${at + 1}`));
        expect(ids.every(isUnitId)).toBe(true);
      }),
    );
  });

  test('X113 the hash of what went out does not see white space, and sees everything else', () => {
    expect(sentHash([textRun('a  b\n')])).toBe(sentHash([textRun('a b')]));
    expect(sentHash([textRun('a b')])).not.toBe(sentHash([textRun('a c')]));
  });

  test('X107 a block whose id is its text is named by a digest, which is found again', () => {
    const block = createBlock({ id: 'Hello there', sourceLocale: 'en', source: 'Hello there' });
    expect(blockKey(block)).toMatch(/^#[0-9a-f]{32}$/);
    expect(keysOfBlock(block)).toContain(blockKey(block));
    expect(blockKey({ ...block, id: '/greeting' })).toBe('/greeting');
  });

  test('X108 references are read as they were written, and other texts are none', () => {
    const ref = toUnitRef('0123456789abcdef', 'u12', 'f'.repeat(64));
    expect(readUnitRef(unitRefText(ref))).toEqual(ref);
    fc.assert(
      fc.property(
        fc.string(),
        (text) => readUnitRef(text) === undefined || text.trim() === unitRefText(readUnitRef(text) ?? ref),
      ),
    );
  });
});

describe('a batch', () => {
  test('X107 is named by its content: equal extracts are one, others are not', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [first, again, second] = [one, one, other].map((list) => manifestOf([fileOf('a.json', list)]));
        expect(first?.batch).toBe(again?.batch);
        expect(isBatchId(first?.batch ?? '')).toBe(true);
        const isSame = JSON.stringify(first?.files) === JSON.stringify(second?.files);
        expect(first?.batch === second?.batch).toBe(isSame);
      }),
    );
  });

  test('X107 is another one for another owner', () => {
    const manifest = manifestOf([fileOf('a.json', ['x'])]);
    expect(batchDigest({ ...manifest, owner: 'c'.repeat(64) })).not.toBe(manifest.sha256);
  });
});

describe('readExchangeManifest', () => {
  const manifest = manifestOf([fileOf('a.json', ['Hello', 'World'])]);
  const read = (value: unknown) => readExchangeManifest(JSON.stringify(value), manifest.batch);

  test('X107 reads what was written', () => {
    expect(readExchangeManifest(manifestText(manifest), manifest.batch)).toEqual(manifest);
  });

  test.each<[string, unknown, string]>([
    ['of another schema', { ...manifest, schema: 'helve.exchange/v2' }, 'its schema is not'],
    ['that is no object', [], 'its schema is not'],
    ['with a path that is none', { ...manifest, files: [{ ...manifest.files[0], path: 7 }] }, '"files.0.path"'],
    ['with an unknown key', { ...manifest, run: 'rm' }, '"run"'],
    ['without units', { ...manifest, files: [{ path: 'a' }] }, '"files.0.sha256"'],
    ['with another path', { ...manifest, files: [{ ...manifest.files[0], path: '../../x' }] }, 'it was changed'],
    ['of another batch', { ...manifest, batch: 'ffffffffffffffff' }, 'it says that it is batch'],
    ['with an id that is a path', { ...manifest, batch: '../../../etc' }, '"batch"'],
    ['with a prototype', JSON.parse('{"schema":"helve.exchange/v1","__proto__":{"batch":"x"}}'), '"__proto__"'],
  ])('X107 refuses a manifest %s', (_, value, problem) => {
    expect(() => read(value)).toThrow(problem);
  });

  test('X107 refuses any damage by name', () => {
    const text = manifestText(manifest);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, put) => {
        const damaged = text.slice(0, at) + put + text.slice(at + 1);
        try {
          readExchangeManifest(damaged, manifest.batch);
        } catch (error) {
          expect(error).toMatchObject({ code: 'L10N_EXCHANGE' });
        }
      }),
    );
  });
});

describe('the text of a cell', () => {
  const codes: readonly Run[] = [
    { kind: 'ph', id: 'a', type: 'code:variable', data: '{name}' },
    { kind: 'pc-open', id: 'b', type: 'fmt:bold', data: '<b>' },
    { kind: 'pc-close', id: 'b', type: 'fmt:bold', data: '</b>' },
  ];

  test('X109 codes are numbers, and come back', () => {
    const piece = fc.oneof(
      fc.constantFrom(...codes),
      fc.stringMatching(/^[\\{}<>/12a ]*$/).map((text): Run => textRun(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const target = normaliseRuns(pieces);
        const text = cellText(target, codeNumbers(codes));
        expect(readCellText(text, codes)).toEqual(target);
      }),
    );
  });

  test('a code that the source lacks is spelled as in its file', () => {
    const target: readonly Run[] = [
      textRun('Hallo '),
      { kind: 'ph', id: 'z', type: 'code:variable', data: '%2$s' },
      textRun(' '),
      { kind: 'ph', id: 'y', type: 'code:variable', data: '{1}' },
    ];
    const text = cellText(target, codeNumbers(codes));
    expect(text).toBe(String.raw`Hallo %2$s \{1}`);
    expect(readCellText(text, codes)).toEqual([textRun('Hallo %2$s {1}')]);
  });

  test('X54 what is guarded is taken off again', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[' \t=+＝a]*$/u));
    fc.assert(fc.property(text, (some) => unguardCell(guardCell(some)) === some));
    const risky = ['=a', '+a', '-a', '@a', '\ta', '\ra', ' =a', '\u00a0@a', '＝a', '＋a', '－a', '＠a', "'=a"];
    expect(risky.map(guardCell)).toEqual(risky.map((some) => `'${some}`));
    expect(['a=', "'a", ' a'].map(guardCell)).toEqual(['a=', "'a", ' a']);
  });
});

test('X105 a block without text does not go out', () => {
  const empty: Block = createBlock({ id: '/e', sourceLocale: 'en', source: ' ' });
  const file = { ...fileOf('a.json', []), blocks: [{ block: empty, original: hashOriginal(empty) }] };
  expect(toUnits([file], { targetLocales: ['de'] })[0]?.units).toEqual([]);
});
