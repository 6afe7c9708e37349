import { fileSize, type FileAccess } from '@helve/flow';
import { sizedFileSource as sourceOfFile, type ByteSource } from '@helve/flow/content';

/** Creates a source of the file at a path, at its current size. */
export function fileSource(path: string, files?: FileAccess): ByteSource {
  return sourceOfFile(path, fileSize(path, files), files);
}

/** Reads the first bytes of a source. */
export async function readFirstBytes(source: Pick<ByteSource, 'stream'>, length: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.stream(0, length)) chunks.push(chunk);
  return Buffer.concat(chunks).subarray(0, length);
}
