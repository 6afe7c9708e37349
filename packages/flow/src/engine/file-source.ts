import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ByteSource } from '../contract/part.js';

/** As long as one text of a chunk is under way, all of its chunk stays in memory: small ones keep what a run needs small. */
const CHUNK_BYTES = 64 * 1024;

/** The bytes of a file; every stream opens it anew. */
export function fileSource(path: string, size: number): ByteSource {
  return {
    size,
    async *stream(start = 0, end = Infinity) {
      if (end <= start) return;
      // Node counts the last byte in.
      for await (const chunk of createReadStream(path, { start, end: end - 1, highWaterMark: CHUNK_BYTES })) {
        yield chunk as Uint8Array;
      }
    },
    bytes: () => readFile(path),
  };
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
