import { open } from 'node:fs/promises';

const HEAD_BYTES = 64 * 1024;

/** The first bytes of a file, by which its format is found. */
export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
