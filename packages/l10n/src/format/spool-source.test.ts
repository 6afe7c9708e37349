import { describe, expect, test } from 'vitest';
import { readFirstBytes } from './byte-source.js';
import { spoolSource } from './spool-source.js';

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield Buffer.from(`piece ${at}\n`);
}

describe('spoolSource', () => {
  test.each([
    ['in memory', 1_000_000],
    ['in a file', 100],
  ])('T99 what came by once is read as often as one likes, kept %s', async (_, maxMemoryBytes) => {
    const source = await spoolSource(pieces(1000), { maxMemoryBytes });
    try {
      const first = Buffer.from(await source.bytes());
      expect(first.toString()).toMatch(/^piece 0\n.*piece 999\n$/su);
      expect(source.size).toBe(first.length);
      expect(Buffer.from(await readFirstBytes({ stream: () => source.stream(8, 16) }, 16)).toString()).toBe(
        'piece 1\n',
      );
      expect(first.equals(await readFirstBytes(source, first.length + 1))).toBe(true);
    } finally {
      await source.close();
    }
  });

  test('T99 a spooled file is gone when it is closed', async () => {
    const source = await spoolSource(pieces(100), { maxMemoryBytes: 10 });
    await source.close();
    await expect(source.bytes()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('T99 what the stream throws is thrown', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(50);
      throw new Error('the pipe broke');
    };
    await expect(spoolSource(broken(), { maxMemoryBytes: 10 })).rejects.toThrow('the pipe broke');
  });
});
