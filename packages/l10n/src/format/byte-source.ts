import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ByteSource } from '@helve/flow';

const chunkBytes = 64 * 1024;

/** Bytes that are in memory already. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    async *stream(start = 0, end = bytes.length) {
      for (let at = start; at < end; at += chunkBytes) yield bytes.subarray(at, Math.min(at + chunkBytes, end));
    },
    bytes: () => Promise.resolve(bytes),
  };
}

/** The bytes of a file, read anew for every stream. */
export function fileSource(path: string): ByteSource {
  const source: ByteSource = {
    size: statSync(path).size,
    stream: (start, end) => streamFile(path, start, end),
    bytes: () => readAll(source),
  };
  return source;
}

async function* streamFile(path: string, start = 0, end = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (let at = start; at < end;) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, end - at));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** All bytes of a source in one array. */
export async function readAll(source: Pick<ByteSource, 'stream'>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.stream()) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** The first bytes of a source. */
export async function readHead(source: Pick<ByteSource, 'stream'>, length: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.stream(0, length)) chunks.push(chunk);
  return Buffer.concat(chunks).subarray(0, length);
}
