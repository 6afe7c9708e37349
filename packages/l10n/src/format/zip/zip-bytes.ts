import type { ByteSource } from '@helve/flow/content';
import { zipError } from './zip-error.js';

/** The bytes of a zip file, which are read where they are needed. */
export interface ZipBytes {
  readonly file: string;
  readonly size: number;
  readonly source: ByteSource;
  /** Reads a range that must be there. */
  range(start: number, end: number): Promise<Buffer>;
}

/** Opens a source for reading in ranges. */
export async function openBytes(source: ByteSource, file: string): Promise<ZipBytes> {
  const size = source.size ?? (await source.bytes()).length;
  return {
    file,
    size,
    source,
    async range(start, end) {
      if (start < 0 || end < start || end > size) throw zipError(file, 'bad-directory');
      const chunks: Uint8Array[] = [];
      for await (const chunk of source.stream(start, end)) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      if (bytes.length !== end - start) throw zipError(file, 'bad-directory');
      return bytes;
    },
  };
}
