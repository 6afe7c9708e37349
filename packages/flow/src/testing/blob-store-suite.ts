import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { BlobStore } from '../contract/blob-store.js';

/** Opens an empty blob store for one test. */
export type OpenBlobStore = () => Promise<{ readonly blobs: BlobStore; close(): Promise<void> }>;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function bytesOf(blobs: BlobStore, sha256: string, offset?: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  const stream = await blobs.open(sha256, offset === undefined ? {} : { offset });
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

const absent: unknown = expect.objectContaining({ type: 'NOT_FOUND' });

/** Describes the behavior of every blob store. */
export function blobStoreSuite(name: string, open: OpenBlobStore): void {
  const onFresh = (body: (blobs: BlobStore) => Promise<void>) => async () => {
    const { blobs, close } = await open();
    try {
      await body(blobs);
    } finally {
      await close();
    }
  };

  describe(`blob store: ${name}`, () => {
    test(
      'M1 bytes come back by their SHA-256, whole and from an offset on',
      onFresh(async (blobs) => {
        const bytes = randomBytes(3 * 1024 * 1024 + 17);
        const facts = await blobs.put(bytes);
        expect(facts).toEqual({ sha256: hashOf(bytes), size: bytes.length });
        expect((await bytesOf(blobs, facts.sha256)).equals(bytes)).toBe(true);
        expect((await bytesOf(blobs, facts.sha256, 2_000_000)).equals(bytes.subarray(2_000_000))).toBe(true);
        expect(await bytesOf(blobs, facts.sha256, bytes.length)).toHaveLength(0);
      }),
    );

    test(
      'M37 equal bytes are one blob, whether they came whole, in pieces or at once from several sides',
      onFresh(async (blobs) => {
        const bytes = randomBytes(300_000);
        const stored = await Promise.all([blobs.put(bytes), blobs.put(pieces(bytes, 7_001)), blobs.put(bytes)]);
        expect(new Set(stored.map(({ sha256 }) => sha256))).toEqual(new Set([hashOf(bytes)]));
        expect(stored.map(({ size }) => size)).toEqual([300_000, 300_000, 300_000]);
        expect((await bytesOf(blobs, hashOf(bytes))).equals(bytes)).toBe(true);
      }),
    );

    test(
      'an empty blob is a blob',
      onFresh(async (blobs) => {
        const { sha256, size } = await blobs.put(new Uint8Array(0));
        expect([size, await bytesOf(blobs, sha256)]).toEqual([0, Buffer.alloc(0)]);
      }),
    );

    test(
      'a blob that is not there is told so, and a name that is no SHA-256 too',
      onFresh(async (blobs) => {
        await expect(blobs.open('0'.repeat(64))).rejects.toEqual(absent);
        await expect(blobs.open('../../etc/passwd')).rejects.toEqual(absent);
        expect(await blobs.has(['0'.repeat(64), '..'])).toEqual(new Set());
        await blobs.drop(['0'.repeat(64), '..']);
      }),
    );

    test(
      'dropped blobs are gone, and the others stay',
      onFresh(async (blobs) => {
        const [kept, gone] = await Promise.all([blobs.put(Buffer.from('kept')), blobs.put(Buffer.from('gone'))]);
        await blobs.drop([gone.sha256]);
        expect(await blobs.has([kept.sha256, gone.sha256])).toEqual(new Set([kept.sha256]));
        await expect(blobs.open(gone.sha256)).rejects.toEqual(absent);
        expect((await blobs.put(Buffer.from('gone'))).sha256).toBe(gone.sha256);
        expect((await bytesOf(blobs, gone.sha256)).toString()).toBe('gone');
      }),
    );

    test(
      'a source that breaks leaves no blob',
      onFresh(async (blobs) => {
        async function* broken(): AsyncGenerator<Uint8Array> {
          yield Buffer.from('half');
          throw new Error('the line is cut');
        }
        await expect(blobs.put(broken())).rejects.toThrow('the line is cut');
        expect(await blobs.has([hashOf(Buffer.from('half'))])).toEqual(new Set());
      }),
    );
  });
}
