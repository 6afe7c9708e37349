import type { IncomingMessage } from 'node:http';

/** The body of a message; rejects as soon as it has more than so many bytes, and if it ends too early. */
export function readIncoming(
  incoming: IncomingMessage,
  maxBytes: number,
  tooLarge: (maxBytes: number) => Error,
  endedEarly: () => Error,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (incoming.readableDidRead || incoming.destroyed) return reject(endedEarly());
    const chunks: Buffer[] = [];
    let size = 0;
    let over = false;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      // What is still to come flows on to nowhere.
      if (!over) reject(tooLarge(maxBytes));
      over = true;
    });
    incoming.on('end', () => {
      const [first] = chunks;
      over = true;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    });
    incoming.on('close', () => {
      if (!over) reject(endedEarly());
    });
  });
}
