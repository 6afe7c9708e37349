// Reading a part of a long result must not load all of it.
const CHUNK_LENGTH = 64 * 1024;

export interface TextChunk {
  readonly start: number;
  /** A JSON string: a chunk may end in half a surrogate pair, which a text column cannot hold. */
  readonly text: string;
}

export function toChunks(text: string): TextChunk[] {
  const count = Math.ceil(text.length / CHUNK_LENGTH);
  return Array.from({ length: count }, (_, index) => {
    const start = index * CHUNK_LENGTH;
    return { start, text: JSON.stringify(text.slice(start, start + CHUNK_LENGTH)) };
  });
}

/** Returns the start of the chunk that contains `offset`. */
export function firstChunkStart(offset: number): number {
  return Math.floor(offset / CHUNK_LENGTH) * CHUNK_LENGTH;
}

/** Returns a range of the text, from the consecutive chunks that overlap it. */
export function joinChunks(chunks: readonly TextChunk[], offset: number, length: number): string {
  const joined = chunks.map(({ text }) => JSON.parse(text) as string).join('');
  const start = offset - (chunks[0]?.start ?? 0);
  return joined.slice(start, start + length);
}

/** Combines handle and owner: another owner's key simply does not exist. */
export function resultKey(handle: string, owner: string): string {
  return JSON.stringify([owner, handle]);
}
