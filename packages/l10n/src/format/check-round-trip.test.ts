import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesSource, type ByteSource, type Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { fileSource } from './byte-source.js';
import { checkRoundTrip } from './check-round-trip.js';
import { jsonFormat } from './json/format.js';

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

describe('a long file that streams', () => {
  const perPiece = 40;
  /** A source of 16 MB that are never in memory at once. */
  const source: ByteSource = {
    async *stream() {
      yield Buffer.from('[');
      for (let at = 0; at < 4000; at += 1) yield Buffer.from(`"${'word '.repeat(20)}${at}",\n`.repeat(perPiece));
      yield Buffer.from('"end"]');
    },
    bytes: () => Promise.reject(new Error('the whole file was asked for')),
  };

  test('T106 json holds as many places as one piece of the file has', async () => {
    const skeleton = jsonFormat.createSkeleton(source);
    let open = 0;
    let most = 0;
    const append = skeleton.append.bind(skeleton);
    skeleton.append = (entry) => {
      open += 1;
      most = Math.max(most, open);
      return append(entry);
    };
    const ctx = {
      document: 'long.json',
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
    const report = await jsonFormat.write(
      jsonFormat.read(source, {}, { ...ctx, skeleton }),
      { write: () => undefined },
      skeleton,
      {},
      ctx,
    );
    expect(report.blocks).toBe(160_001);
    expect(most).toBeLessThanOrEqual(perPiece);
  });
});
