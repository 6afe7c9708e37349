import { closeSync, read, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { FileAccess } from '../../contract/file-access.js';
import type { ByteSource } from '../../contract/part.js';
import { systemFiles, withFile } from './system-files.js';

const readInto = promisify(read);

/** Few enough that a run needs little memory, and so many that it seldom waits: to wait takes longer than to read. */
const CHUNK_BYTES = 128 * 1024;

/** The bytes of a file that has so many; every stream opens it anew. */
export function sizedFileSource(path: string, size: number, files: FileAccess = systemFiles): ByteSource {
  // A small file is read synchronously. Some virtual files claim to be empty.
  const isSmall = size > 0 && size <= CHUNK_BYTES;
  const readAll = () => withFile(path, files, (file) => readFileSync(file));
  return {
    size,
    async *stream(start = 0, end = Infinity) {
      if (end <= start) return;
      if (isSmall) yield readAll().subarray(start, end);
      else yield* readChunks(files.open(path), start, end);
    },
    bytes: async () => {
      if (isSmall) return readAll();
      const chunks: Uint8Array[] = [];
      for await (const chunk of readChunks(files.open(path), 0, Infinity)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

/** Each chunk is read while the one before it is at work; the file is closed at the end. */
async function* readChunks(file: number, start: number, end: number): AsyncGenerator<Uint8Array> {
  let next = readChunk(file, start, end);
  try {
    for (let at = start; ;) {
      const chunk = await next;
      if (chunk.length === 0) return;
      at += chunk.length;
      next = readChunk(file, at, end);
      // Until it is asked for, its error is nobody's.
      next.catch(() => undefined);
      yield chunk;
    }
  } finally {
    await next.catch(() => undefined);
    closeSync(file);
  }
}

async function readChunk(file: number, start: number, end: number): Promise<Uint8Array> {
  const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, end - start));
  const { bytesRead } = await readInto(file, chunk, 0, chunk.length, start);
  return chunk.subarray(0, bytesRead);
}

/** Bytes that are in memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    async *stream(start = 0, end = bytes.length) {
      if (end > start) yield bytes.subarray(start, end);
    },
    bytes: async () => bytes,
  };
}
