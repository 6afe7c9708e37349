import { readSync } from 'node:fs';
import type { FileAccess } from '../../contract/file-access.js';
import type { ByteSource } from '../../contract/part.js';
import { systemFiles, withFile } from './system-files.js';

const HEAD_BYTES = 64 * 1024;

/** The first bytes of a file, by which its format is found; at once, since of many files each would wait longer than it takes. */
export function fileHead(path: string, files: FileAccess = systemFiles): Uint8Array {
  return withFile(path, files, (file) => {
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  });
}

/** The first bytes of what may be no file. */
export async function sourceHead(source: ByteSource): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.stream(0, HEAD_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
