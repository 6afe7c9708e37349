import { createHash } from 'node:crypto';
import type { BlobFacts } from '@helve/flow/engine';

/** Cuts bytes into pieces of one size, the last one shorter, and hashes them on the way. */
export async function hashPieces(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  pieceBytes: number,
  take: (piece: Uint8Array, number: number) => Promise<void>,
): Promise<BlobFacts> {
  const hash = createHash('sha256');
  let size = 0;
  let count = 0;
  let waiting = Buffer.alloc(0);
  const source = bytes instanceof Uint8Array ? [bytes] : bytes;
  for await (const part of source) {
    hash.update(part);
    size += part.length;
    waiting = waiting.length === 0 ? Buffer.from(part) : Buffer.concat([waiting, part]);
    for (; waiting.length >= pieceBytes; waiting = waiting.subarray(pieceBytes)) {
      await take(waiting.subarray(0, pieceBytes), (count += 1));
    }
  }
  if (waiting.length > 0) await take(waiting, (count += 1));
  return { sha256: hash.digest('hex'), size };
}
