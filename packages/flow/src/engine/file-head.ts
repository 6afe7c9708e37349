import { closeSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../contract/part.js';

const HEAD_BYTES = 64 * 1024;

/** The first bytes of a file, by which its format is found; at once, since of many files each would wait longer than it takes. */
export function fileHead(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** The first bytes of what may be no file. */
export async function sourceHead(source: ByteSource): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.stream(0, HEAD_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
