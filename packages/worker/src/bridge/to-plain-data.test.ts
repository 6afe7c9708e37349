import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WireFile } from '../wire/wire-file.js';
import { toPlainData } from './to-plain-data.js';

test('toPlainData gives what JSON lacks as lists and texts, at any depth', async () => {
  const value = {
    set: new Set([1, new Uint8Array([1, 2])]),
    map: new Map([['a', 5n]]),
    list: [new Date(0), new Float32Array([1.5])],
    left: undefined,
  };
  expect(JSON.parse(JSON.stringify(await toPlainData(value)))).toEqual({
    set: [1, 'AQI='],
    map: [['a', '5']],
    list: ['1970-01-01T00:00:00.000Z', [1.5]],
  });
});

test.each([
  [{ at: [NaN] }, '/at/0'],
  [-Infinity, 'JSON cannot hold it'],
  [{ at: new Date(NaN) }, '/at'],
  [{ by: /a/ }, '/by'],
])('toPlainData refuses %o and says where it is', async (value, place) => {
  await expect(toPlainData(value)).rejects.toThrow(place);
});

test('toPlainData gives the content of a file, up to a limit, and never its path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'helve-plain-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'a');
  await writeFile(path, 'content');
  const file = await WireFile.of(path, 'c');
  const plain = await toPlainData({ file });
  expect(plain).toEqual({ file: { size: 7, sha256: file.sha256, base64: Buffer.from('content').toString('base64') } });
  const large = new WireFile({ path, size: 9_000_000, sha256: file.sha256, owner: 'c' });
  await expect(toPlainData(large)).rejects.toThrow('9000000 bytes, and at most 8388608');
  await rm(path);
  const gone: unknown = await toPlainData(file).catch((error: unknown) => error);
  expect(String(gone)).toContain('a file of it cannot be read');
  expect(String(gone)).not.toContain(folder);
});
