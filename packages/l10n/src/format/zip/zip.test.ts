import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { bytesSource } from '@helve/flow/content';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { makeZip, type MadeEntry, type MadeZip } from '../../testing/format/make-zip.js';
import { createMemorySink } from '../memory-sink.js';
import { writeZip } from './write-zip.js';
import { ZipArchive } from './zip-archive.js';

const limits = { maxBytes: 2 ** 30, maxMemberBytes: 64 * 1024 * 1024 };
const open = (bytes: Uint8Array) => ZipArchive.open(bytesSource(bytes), 'a.zip', limits);

async function rewrite(bytes: Uint8Array, changes: Record<string, string> = {}): Promise<Buffer> {
  const sink = createMemorySink();
  const archive = await open(bytes);
  const written = await writeZip(archive, new Map(Object.entries(changes).map(([k, v]) => [k, Buffer.from(v)])), sink);
  expect(written).toBe(sink.bytes().length);
  return Buffer.from(sink.bytes());
}

const folder = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => rmSync(folder, { recursive: true }));

const entry = fc.record(
  {
    data: fc.oneof(fc.string(), fc.constant('word '.repeat(500))),
    stored: fc.boolean(),
    descriptor: fc.record({ signed: fc.boolean(), width: fc.constantFrom(4 as const, 8 as const) }),
    zip64: fc.boolean(),
    extra: fc.constantFrom(Buffer.of(), Buffer.from([0x55, 0x54, 5, 0, 1, 2, 3, 4, 5])),
    comment: fc.string({ maxLength: 5 }),
  },
  { requiredKeys: ['data'] },
);
const file = fc.record({
  entries: fc
    .array(entry, { maxLength: 5 })
    .map((list) => list.map((one, at): MadeEntry => ({ name: `folder/é${at}.xml`, ...one }))),
  zip: fc.record({
    prefix: fc.constantFrom(Buffer.of(), Buffer.from('#!/bin/sh\n')),
    comment: fc.constantFrom('', 'a comment'),
    zip64: fc.boolean(),
  }),
});

describe('a zip file', () => {
  test('X27 that nobody changed comes back byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ entries, zip }) => {
        const bytes = makeZip(entries, zip);
        expect((await rewrite(bytes)).equals(bytes)).toBe(true);
        const archive = await open(bytes);
        for (const { name, data } of entries) expect((await archive.read(name)).toString()).toBe(data);
      }),
      { numRuns: 200 },
    );
  });

  test('X27 with a changed entry keeps the bytes of all others, their order, times, extra fields and comments', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.nat(), fc.string(), async ({ entries, zip }, at, text) => {
        const changed = entries[at % Math.max(1, entries.length)];
        if (changed === undefined) return;
        const before = await open(makeZip(entries, zip));
        const written = await rewrite(makeZip(entries, zip), { [changed.name]: text });
        const after = await open(written);
        expect((await after.read(changed.name)).toString()).toBe(Buffer.from(text).toString());
        expect(after.entries.map(({ name }) => name)).toEqual(before.entries.map(({ name }) => name));
        for (const [index, one] of after.entries.entries()) {
          const old = before.entries[index];
          if (old === undefined) throw new TypeError('there are more entries');
          expect(one.record.length).toBe(old.record.length);
          expect(one.record.readUInt32LE(12)).toBe(old.record.readUInt32LE(12));
          expect(one.method).toBe(old.method);
          expect(one.header.length).toBe(old.header.length);
          if (one.name === changed.name) continue;
          const raw = ({ bytes }: ZipArchive, { start, dataAt, packed, descriptor }: typeof one) =>
            bytes.range(start, dataAt + packed + (descriptor?.length ?? 0));
          expect((await raw(after, one)).equals(await raw(before, old))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('X27 is the same on every machine: members are deflated by our own code', async () => {
    const bytes = makeZip([{ name: 'a', data: 'x' }]);
    const { entries, bytes: all } = await open(await rewrite(bytes, { a: 'abcabcabc '.repeat(20) }));
    const [only] = entries;
    if (only === undefined) throw new TypeError('there is no entry');
    expect((await all.range(only.dataAt, only.dataAt + only.packed)).toString('hex')).toMatchInlineSnapshot(
      `"4b4c4a862085a1cd0200"`,
    );
  });

  test('X27 with changes is read by Python', needs('python3'), async () => {
    const entries: MadeEntry[] = [
      { name: 'mimetype', data: 'application/x', stored: true },
      { name: 'a.xml', data: 'alpha', descriptor: { signed: true, width: 4 } },
      { name: 'b.xml', data: 'beta', descriptor: { signed: false, width: 4 }, comment: 'c' },
      { name: 'c.xml', data: 'gamma', zip64: true },
    ];
    const path = join(folder, 'python.zip');
    writeFileSync(
      path,
      await rewrite(makeZip(entries, { comment: 'end', zip64: true }), { 'a.xml': 'ä'.repeat(99), 'c.xml': 'c' }),
    );
    const script = `
import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print([(i.filename, i.compress_type, z.read(i).decode()[:5]) for i in z.infolist()], z.comment)`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script, path], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim()).toBe(
      "[('mimetype', 0, 'appli'), ('a.xml', 8, 'äääää'), ('b.xml', 8, 'beta'), ('c.xml', 8, 'c')] b'end'",
    );
    expect(readFileSync(path).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  });
});

const plain: MadeEntry = { name: 'a.xml', data: 'text' };
const huge = Buffer.alloc(64 * 1024 * 1024);
const hostile: readonly {
  readonly name: string;
  readonly entries?: readonly MadeEntry[];
  readonly zip?: MadeZip;
  readonly bytes?: Uint8Array;
  readonly reason: string;
}[] = [
  { name: 'nothing', bytes: Buffer.of(), reason: 'no-directory' },
  {
    name: 'a file that only begins like one',
    bytes: Buffer.from('PK\u0003\u0004'.repeat(1000), 'latin1'),
    reason: 'no-directory',
  },
  { name: 'a cut file', bytes: makeZip([plain]).subarray(0, 60), reason: 'no-directory' },
  { name: 'bytes behind the end', bytes: Buffer.concat([makeZip([plain]), Buffer.from('x')]), reason: 'no-directory' },
  {
    name: 'a second directory in the comment',
    entries: [plain],
    zip: { comment: makeZip([plain]) },
    reason: 'two-directories',
  },
  {
    name: 'bytes before it that offsets do not count',
    bytes: Buffer.concat([Buffer.from('MZ'), makeZip([plain])]),
    reason: 'bad-directory',
  },
  { name: 'fewer entries than it says', entries: [plain], zip: { count: 2 }, reason: 'bad-directory' },
  { name: 'an encrypted entry', entries: [{ ...plain, flags: 1 }], reason: 'encrypted' },
  { name: 'a symbolic link', entries: [{ ...plain, attributes: 0xa1ff0000 }], reason: 'symlink' },
  ...['../a', 'a/../../b', '/etc/passwd', 'C:x', 'a\\b', 'a\0b', ''].map((name) => ({
    name: `the path ${JSON.stringify(name)}`,
    entries: [{ ...plain, name }],
    reason: 'unsafe-name',
  })),
  { name: 'a name twice', entries: [plain, plain], reason: 'duplicate-name' },
  { name: 'another local name', entries: [{ ...plain, local: { name: 'b.xml' } }], reason: 'bad-header' },
  { name: 'another local method', entries: [{ ...plain, local: { method: 0 } }], reason: 'bad-header' },
  { name: 'another local size', entries: [{ ...plain, local: { size: 3 } }], reason: 'bad-header' },
  { name: 'an offset into nothing', entries: [{ ...plain, offset: 5 }], reason: 'bad-header' },
  { name: 'entries that overlap', entries: [plain, { name: 'b.xml', data: 'text', offset: 1 }], reason: 'overlap' },
  { name: 'a size that is too small', entries: [{ ...plain, size: 1 }], reason: 'wrong-size' },
  { name: 'a size that is too large', entries: [{ ...plain, size: 10_000 }], reason: 'wrong-size' },
  { name: 'a wrong checksum', entries: [{ ...plain, crc: 1 }], reason: 'bad-data' },
  { name: 'data that is not deflated', entries: [{ ...plain, stored: true, method: 8 }], reason: 'bad-data' },
  { name: 'another method', entries: [{ ...plain, method: 12 }], reason: 'method' },
  { name: 'a bomb', entries: [{ ...plain, data: huge }], reason: 'bomb' },
  { name: 'a bomb that lies', entries: [{ ...plain, data: huge, size: 1000 }], reason: 'wrong-size' },
];

describe('a hostile zip file', () => {
  test.each(hostile)('X10 with $name is refused, at once and by name', async ({ entries = [], zip, bytes, reason }) => {
    const input = bytes ?? makeZip(entries, zip);
    const began = performance.now();
    const reading = open(input).then((archive) => archive.read('a.xml'));
    await expect(reading).rejects.toMatchObject({ code: 'L10N_PACKAGE', details: { file: 'a.zip', reason } });
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test('X10 cut or damaged anywhere gives its members or a named error', async () => {
    const bytes = makeZip(
      [
        plain,
        { name: 'b.xml', data: 'more '.repeat(50), descriptor: { signed: true, width: 4 } },
        { ...plain, name: 'c', zip64: true },
      ],
      { zip64: true, comment: 'c' },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), fc.nat(8), fc.uint8Array({ maxLength: 8 }), async (at, length, put) => {
        const damaged = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)]);
        try {
          const archive = await open(damaged);
          for (const { name } of archive.entries) await archive.read(name);
          expect((await rewrite(damaged)).equals(damaged)).toBe(true);
        } catch (error) {
          if (!(error instanceof Error) || !('code' in error)) throw error;
          expect(error.code).toMatch(/^L10N_(?:PACKAGE|LIMIT)$/);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('X10 with a zip in it is not unpacked further', async () => {
    const inner = makeZip([{ name: '../x', data: deflateRawSync(huge) }]);
    const archive = await open(makeZip([{ name: 'inner.zip', data: inner, stored: true }]));
    expect((await archive.read('inner.zip')).equals(inner)).toBe(true);
  });

  test('X10 whose member is larger than allowed is refused with the limit', async () => {
    const archive = await ZipArchive.open(bytesSource(makeZip([plain])), 'a.zip', { ...limits, maxMemberBytes: 3 });
    await expect(archive.read('a.xml')).rejects.toMatchObject({ code: 'L10N_LIMIT', details: { limit: 3 } });
  });

  test('X27 many small entries are read with few reads', async () => {
    const bytes = makeZip(Array.from({ length: 2000 }, (_, at) => ({ name: `f${at}`, data: `${at}` })));
    let reads = 0;
    const source = bytesSource(bytes);
    const counting = {
      ...source,
      size: bytes.length,
      stream: (start?: number, end?: number) => ((reads += 1), source.stream(start, end)),
    };
    const { entries } = await ZipArchive.open(counting, 'a.zip', limits);
    expect(entries.length).toBe(2000);
    expect(reads).toBeLessThan(20);
  });
});

describe('packages that people have', needs('shared'), () => {
  const shared = resolve(import.meta.dirname, '../../../../../..', 'shared', 'data', 'l10n');
  const folders = ['docx', 'xlsx', 'pptx', 'odf', 'epub', 'idml'];

  test.each(folders)('X27 of the folder %s come back, and every member of a sound one is read', async (name) => {
    const refused: string[] = [];
    let read = 0;
    for (const path of packagesIn(join(shared, name))) {
      const bytes = readFileSync(path);
      try {
        const archive = await open(bytes);
        for (const { name: member } of archive.entries) await archive.read(member);
        expect((await rewrite(bytes)).equals(bytes), path).toBe(true);
        read += 1;
      } catch (error) {
        if (!(error instanceof Error) || !('code' in error) || error.code !== 'L10N_PACKAGE') throw error;
        refused.push(`${path.slice(shared.length)}: ${error.message}`);
      }
    }
    // Books of a validator that have an entry twice.
    expect(refused.filter((line) => !line.includes('same name'))).toEqual([]);
    expect(read).toBeGreaterThan(10);
  });

  test('X10 of the folder hostile are refused by name, or are sound as archives', async () => {
    for (const path of packagesIn(join(shared, 'hostile'))) {
      const bytes = readFileSync(path);
      const reading = open(bytes).then(async (archive) => {
        for (const { name } of archive.entries) await archive.read(name);
        return rewrite(bytes);
      });
      const answer: unknown = await reading.catch((error: unknown) => error);
      if (answer instanceof Uint8Array) expect(Buffer.from(answer).equals(bytes), path).toBe(true);
      else expect(answer, path).toMatchObject({ code: expect.stringMatching(/^L10N_(?:PACKAGE|LIMIT)$/) });
    }
  });
});

function packagesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && /\.(?:docx|xlsx|pptx|od[tspg]|epub|idml)$/.test(found.name))
    .map((found) => join(found.parentPath, found.name))
    .toSorted();
}
