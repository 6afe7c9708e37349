/** Bytes that are allocated together, at most. */
const MAX_CHUNK = 1024 * 1024;
const MIN_CHUNK = 4 * 1024;
/** Bytes before a text that say how many it has. */
const HEAD = 2;

/** A list of short texts in few bytes, outside of the heap. */
export class PackedTexts {
  readonly #chunks: Buffer[] = [];
  /** Position of every text: the number of its chunk, and its place there. */
  #places = new Float64Array(64);
  #size = 0;
  #used = 0;

  get size(): number {
    return this.#size;
  }

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    const chunk = this.#chunkFor(bytes + HEAD);
    chunk.writeUInt16LE(bytes, this.#used);
    chunk.write(text, this.#used + HEAD);
    if (this.#size === this.#places.length) this.#grow();
    this.#places[this.#size] = (this.#chunks.length - 1) * MAX_CHUNK + this.#used;
    this.#size += 1;
    this.#used += bytes + HEAD;
  }

  at(index: number): string {
    const place = this.#places[index] ?? 0;
    const start = place % MAX_CHUNK;
    const chunk = this.#chunks[Math.floor(place / MAX_CHUNK)];
    return chunk?.toString('utf8', start + HEAD, start + HEAD + chunk.readUInt16LE(start)) ?? '';
  }

  /** Chunks double, so that a short list takes little. */
  #chunkFor(bytes: number): Buffer {
    const last = this.#chunks.at(-1);
    if (last !== undefined && this.#used + bytes <= last.length) return last;
    const chunk = Buffer.allocUnsafeSlow(Math.min(MAX_CHUNK, last === undefined ? MIN_CHUNK : last.length * 2));
    this.#chunks.push(chunk);
    this.#used = 0;
    return chunk;
  }

  #grow(): void {
    const places = new Float64Array(this.#places.length * 2);
    places.set(this.#places);
    this.#places = places;
  }
}
