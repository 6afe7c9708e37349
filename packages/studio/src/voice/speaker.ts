import { readRate, toFloats } from './pcm.js';

/** A piece of the model's sound. */
interface SpokenPiece {
  readonly data: string;
  readonly mimeType: string;
  readonly itemId?: string;
}

/** Learns how much of an item was played. */
type Played = (itemId: string | undefined, playedMs: number) => void;

/** Plays pieces of sound one after the other, and falls silent at once. */
export class Speaker {
  readonly #context = new AudioContext();
  readonly #played: Played;
  readonly #playing = new Set<AudioBufferSourceNode>();
  readonly #playedMs = new Map<string | undefined, number>();
  #nextAt = 0;

  constructor(played: Played) {
    this.#played = played;
    void this.#context.resume();
  }

  play({ data, mimeType, itemId }: SpokenPiece): void {
    const floats = toFloats(data);
    if (floats.length === 0) return;
    const buffer = this.#context.createBuffer(1, floats.length, readRate(mimeType));
    buffer.copyToChannel(floats, 0);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    source.addEventListener('ended', () => {
      if (!this.#playing.delete(source)) return;
      const playedMs = (this.#playedMs.get(itemId) ?? 0) + buffer.duration * 1_000;
      this.#playedMs.set(itemId, playedMs);
      this.#played(itemId, Math.round(playedMs));
    });
    this.#nextAt = Math.max(this.#nextAt, this.#context.currentTime);
    source.start(this.#nextAt);
    this.#nextAt += buffer.duration;
    this.#playing.add(source);
  }

  /** Drops everything that was not played yet. */
  silence(): void {
    for (const source of this.#playing) source.stop();
    this.#playing.clear();
    this.#playedMs.clear();
    this.#nextAt = 0;
  }

  close(): void {
    this.silence();
    void this.#context.close();
  }
}
