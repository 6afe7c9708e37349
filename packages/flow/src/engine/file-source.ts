import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ByteSource } from '../contract/part.js';

/** The bytes of a file; every stream opens it anew. */
export function fileSource(path: string, size: number): ByteSource {
  return {
    size,
    async *stream(start = 0, end = Infinity) {
      if (end <= start) return;
      // Node counts the last byte in.
      for await (const chunk of createReadStream(path, { start, end: end - 1, highWaterMark: 256 * 1024 })) {
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
