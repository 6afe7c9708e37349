import { createHash } from 'node:crypto';
import type { ByteSource } from '@helve/flow/content';

/** Computes the SHA-256 of all bytes of a source. */
export async function digestSource(source: ByteSource): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source.stream()) hash.update(chunk);
  return hash.digest('hex');
}

/** A source that counts the bytes read so far. */
export interface CountedSource extends ByteSource {
  readonly read: number;
}

/** Counts the bytes that are taken from a source. */
export function countedSource(source: ByteSource): CountedSource {
  let read = 0;
  return {
    ...(source.size !== undefined && { size: source.size }),
    get read() {
      return read;
    },
    bytes: () => source.bytes(),
    async *stream(start = 0, end?: number) {
      read = start;
      for await (const chunk of source.stream(start, end)) {
        read += chunk.length;
        yield chunk;
      }
    },
  };
}
