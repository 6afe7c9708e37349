import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesSource, type ByteSource, type Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { fileSource } from './byte-source.js';
import { checkRoundTrip } from './check-round-trip.js';
import { jsonFormat } from './json/format.js';
import { xliffFormat } from './xliff/format.js';

const input = Buffer.from('{"a": "x", "b": "y"}\n');

/** Creates a format whose writer loses or adds something. */
const broken = (write: Format['write']): Format => ({ ...jsonFormat, write });

describe('checkRoundTrip', () => {
  test('T100 says that a file survives, and what is in it', async () => {
    const trip = await checkRoundTrip(bytesSource(input), jsonFormat, { document: 'a.json' });
    expect(trip).toEqual({ identical: true, blocks: 2, bytes: 21 });
  });

  test('T100 reads files from the disk, as often as it needs to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'round-trip-'));
    try {
      const path = join(folder, 'big.json');
      const members = Array.from({ length: 20_000 }, (_, at) => `  "key${at}": "text ${at} é"`);
      writeFileSync(path, `{\n${members.join(',\n')}\n}\n`);
      expect(await checkRoundTrip(fileSource(path), jsonFormat, { document: path })).toMatchObject({
        identical: true,
        blocks: 20_000,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([
    { what: 'another byte', output: '{"a": "X", "b": "y"}\n', differsAt: 7 },
    { what: 'a byte too few', output: '{"a": "x", "b": "y"}', differsAt: 20 },
    { what: 'a byte too many', output: '{"a": "x", "b": "y"}\n\n', differsAt: 21 },
  ])('T100 says where $what stands', async ({ output, differsAt }) => {
    const format = broken(async (_, sink) => {
      for (const byte of Buffer.from(output)) await sink.write(Buffer.of(byte));
      return { bytes: output.length, blocks: 2, changed: 0 };
    });
    const trip = await checkRoundTrip(bytesSource(input), format, { document: 'a.json' });
    expect(trip).toMatchObject({ identical: false, differsAt });
  });

  test('T100 throws what the reader says about a file that is none', async () => {
    const trip = checkRoundTrip(bytesSource(Buffer.from('{"a"')), jsonFormat, { document: 'a.json' });
    await expect(trip).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line: 1, column: 5 } });
  });

  test('T100 stops when it is told to', async () => {
    const options = { document: 'a.json', signal: AbortSignal.abort(new Error('enough')) };
    await expect(checkRoundTrip(bytesSource(input), jsonFormat, options)).rejects.toThrow('enough');
  });
});

const perPiece = 40;

/** Creates a source of many pieces that are never in memory at once. */
function longSource(head: string, piece: (at: number) => string, tail: string, pieces: number): ByteSource {
  return {
    async *stream() {
      yield Buffer.from(head);
      for (let at = 0; at < pieces; at += 1) yield Buffer.from(piece(at));
      yield Buffer.from(tail);
    },
    bytes: () => Promise.reject(new Error('the whole file was asked for')),
  };
}

const words = 'word '.repeat(20);
const unit = (at: number): string => `<trans-unit id="${at}"><source>${words}</source></trans-unit>\n`;
const xliff = (language: string) =>
  longSource(
    `<xliff version="1.2"><file original="a" source-language="en"${language}><body>\n`,
    (at) => Array.from({ length: perPiece }, (_, index) => unit(at * perPiece + index)).join(''),
    '</body></file></xliff>',
    1000,
  );

const longFiles = {
  json: {
    format: jsonFormat,
    blocks: 160_001,
    source: longSource('[', (at) => `"${words}${at}",\n`.repeat(perPiece), '"end"]', 4000),
  },
  xliff: { format: xliffFormat, blocks: 40_000, source: xliff(' target-language="de"') },
  'xliff without a language': { format: xliffFormat, blocks: 40_000, source: xliff('') },
};

describe.each(Object.entries(longFiles))('a long file of %s', (_, { format, blocks, source }) => {
  test('T106 holds as many places as one piece of the file has', async () => {
    const skeleton = format.createSkeleton(source);
    let open = 0;
    let most = 0;
    const append = skeleton.append.bind(skeleton);
    skeleton.append = (entry) => {
      open += 1;
      most = Math.max(most, open);
      return append(entry);
    };
    const ctx = {
      document: 'long',
      sourceLocale: 'en',
      signal: new AbortController().signal,
      lose: () => undefined,
    };
    const cursor = skeleton.cursor.bind(skeleton);
    skeleton.cursor = () => {
      const inner = cursor();
      return {
        get index() {
          return inner.index;
        },
        peek: () => inner.peek(),
        advance: () => {
          open -= 1;
          inner.advance();
        },
      };
    };
    const report = await format.write(
      format.read(source, {}, { ...ctx, skeleton }),
      { write: () => undefined },
      skeleton,
      {},
      ctx,
    );
    expect(report.blocks).toBe(blocks);
    // The language of a file has a place beside those of its units.
    expect(most).toBeLessThanOrEqual(perPiece + 1);
  });
});
