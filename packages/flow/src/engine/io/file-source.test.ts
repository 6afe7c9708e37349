import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sizedFileSource } from './file-source.js';

const folder = mkdtempSync(join(tmpdir(), 'helve-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SMALL = 70_000;
const LARGE = 600_000;

function fileOf(size: number): { readonly path: string; readonly bytes: Buffer } {
  const path = join(folder, `${size}.bin`);
  const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31) % 251));
  writeFileSync(path, bytes);
  return { path, bytes };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

describe.each([SMALL, LARGE])('a source of a file of %i bytes', (size) => {
  const { path, bytes } = fileOf(size);
  const source = sizedFileSource(path, size);

  test('streams all of it, or a stretch, again and again', async () => {
    expect((await bytesOf(source.stream())).equals(bytes)).toBe(true);
    expect((await bytesOf(source.stream(65_530, 65_545))).equals(bytes.subarray(65_530, 65_545))).toBe(true);
    expect((await bytesOf(source.stream(size - 5))).equals(bytes.subarray(size - 5))).toBe(true);
    expect(await bytesOf(source.stream(7, 7))).toHaveLength(0);
    expect((await bytesOf(source.stream())).equals(bytes)).toBe(true);
  });

  test.skipIf(process.platform !== 'linux')('closes a file that is not read to its end', async () => {
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let round = 0; round < 20; round += 1) for await (const _ of source.stream()) break;
    expect(open()).toBeLessThan(before + 10);
  });
});

describe('fileSource', () => {
  test('tells of a file that is not there when it is read', async () => {
    for (const size of [SMALL, LARGE]) {
      await expect(bytesOf(sizedFileSource(join(folder, 'none'), size).stream())).rejects.toMatchObject({
        code: 'ENOENT',
      });
    }
  });

  test('reads a file that says it is empty to its end', async () => {
    expect(await bytesOf(sizedFileSource(fileOf(SMALL).path, 0).stream())).toHaveLength(SMALL);
  });
});
