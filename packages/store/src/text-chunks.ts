// A read of a long result must not load all of it.
const CHUNK_LENGTH = 64 * 1024;

export interface TextChunk {
  readonly start: number;
  /** A JSON string: a cut may leave half a surrogate pair, which a text column cannot hold. */
  readonly text: string;
}

export function toChunks(text: string): TextChunk[] {
  const count = Math.ceil(text.length / CHUNK_LENGTH);
  return Array.from({ length: count }, (_, index) => {
    const start = index * CHUNK_LENGTH;
    return { start, text: JSON.stringify(text.slice(start, start + CHUNK_LENGTH)) };
  });
}

/** Where the first piece begins that holds something from `offset` on. */
export function firstChunkStart(offset: number): number {
  return Math.floor(offset / CHUNK_LENGTH) * CHUNK_LENGTH;
}

/** A range of the text, from the pieces that overlap it, in order. */
export function joinChunks(pieces: readonly TextChunk[], offset: number, length: number): string {
  const whole = pieces.map(({ text }) => JSON.parse(text) as string).join('');
  const start = offset - (pieces[0]?.start ?? 0);
  return whole.slice(start, start + length);
}

/** A stranger asks under another key, so there is nothing to compare. */
export function resultKey(handle: string, owner: string): string {
  return JSON.stringify([owner, handle]);
}
