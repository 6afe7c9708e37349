import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BlobFacts, BlobStore } from '@helve/flow/engine';
import { blobUnknown, isBlobName } from '../blob-name.js';
import { toBlobError } from './to-blob-error.js';

/** Location of a folder with blobs. */
export interface FolderBlobOptions {
  /** A folder, created when missing. */
  readonly path: string;
}

/** Files that were begun so long ago belong to processes that have ended. */
const LEFT_MS = 60 * 60 * 1000;

/**
 * Opens a blob store in a folder; any number of processes may share it.
 *
 *     .helve/blobs/3f/2a9c…   a blob, by the rest of its SHA-256
 *     .helve/blobs/tmp/…      what is being written; it takes its name when it is whole and on the disk
 */
export function openFolderBlobs({ path }: FolderBlobOptions): BlobStore {
  const folder = resolve(path);
  const drafts = join(folder, 'tmp');
  const placeOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2));
  let ready: Promise<void> | undefined;

  const prepare = async () => {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    await sweepDrafts(drafts);
  };

  async function put(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<BlobFacts> {
    await (ready ??= prepare());
    const draft = join(drafts, randomBytes(12).toString('hex'));
    const file = await open(draft, 'wx', 0o600);
    try {
      const facts = await fill(file, bytes);
      const place = placeOf(facts.sha256);
      if (await isThere(place)) {
        // Whoever drops what is old sees that somebody wants it again.
        await utimes(place, new Date(), new Date());
        await rm(draft);
      } else {
        await mkdir(join(place, '..'), { recursive: true, mode: 0o700 });
        await rename(draft, place);
        await syncFolder(join(place, '..'));
      }
      return facts;
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  return Object.freeze({
    put: (bytes) => put(bytes).catch((error: unknown) => Promise.reject(toBlobError(error, folder))),
    async open(sha256, { offset = 0 } = {}) {
      if (!isBlobName(sha256)) throw blobUnknown(sha256);
      const file = await open(placeOf(sha256), 'r').catch((error: unknown) => {
        throw isMissing(error) ? blobUnknown(sha256, error) : toBlobError(error, folder);
      });
      return file.createReadStream({ start: offset });
    },
    async has(blobs) {
      const found = await Promise.all(
        blobs.map(async (blob) => (isBlobName(blob) && (await isThere(placeOf(blob))) ? [blob] : [])),
      );
      return new Set(found.flat());
    },
    async drop(blobs) {
      await Promise.all(blobs.filter(isBlobName).map((blob) => rm(placeOf(blob), { force: true })));
    },
  } satisfies BlobStore);
}

/** Writes all bytes to a file, and closes it. */
async function fill(file: FileHandle, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<BlobFacts> {
  const hash = createHash('sha256');
  let size = 0;
  const take = async (piece: Uint8Array) => {
    hash.update(piece);
    size += piece.length;
    await file.writeFile(piece);
  };
  try {
    if (bytes instanceof Uint8Array) await take(bytes);
    else for await (const piece of bytes) await take(piece);
    await file.datasync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

async function sweepDrafts(drafts: string): Promise<void> {
  for (const name of await readdir(drafts)) {
    const draft = join(drafts, name);
    const begun = await stat(draft).catch(() => undefined);
    if (begun !== undefined && Date.now() - begun.mtimeMs > LEFT_MS) await rm(draft, { force: true });
  }
}

/** A name is on the disk when its folder is; systems that sync no folders keep names by themselves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
