import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bytesSource, type ByteSource } from '@helve/flow/content';
import { fileSource } from './byte-source.js';

const memoryBytes = 32 * 1024 * 1024;

/** A source of bytes from a stream; `close` removes their storage. */
export interface SpooledSource extends ByteSource {
  close(): Promise<void>;
}

/** Memory limit, and the storage of the rest. */
export interface SpoolOptions {
  readonly maxMemoryBytes?: number;
  readonly folder?: string;
}

/** Stores a stream that cannot be read twice, such as standard input: in memory, or in a file when it is large. */
export async function spoolSource(
  stream: AsyncIterable<Uint8Array>,
  { maxMemoryBytes = memoryBytes, folder = tmpdir() }: SpoolOptions = {},
): Promise<SpooledSource> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const rest = stream[Symbol.asyncIterator]();
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size > maxMemoryBytes) return spoolToFile(chunks, rest, folder);
  }
  return { ...bytesSource(Buffer.concat(chunks)), close: () => Promise.resolve() };
}

async function spoolToFile(
  chunks: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
  above: string,
): Promise<SpooledSource> {
  const folder = await mkdtemp(join(above, 'helve-spool-'));
  const path = join(folder, 'input');
  try {
    await pipeline(Readable.from(joined(chunks, rest)), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { ...fileSource(path), close: () => rm(folder, { recursive: true, force: true }) };
}

async function* joined(chunks: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
