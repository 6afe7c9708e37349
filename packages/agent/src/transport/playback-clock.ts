import type { Playback } from '../contract/transport.js';

/** Audio in the format that a session sends. */
export interface AudioFormat {
  readonly mimeType: string;
  readonly bytesPerMs: number;
}

/** A piece of audio that an interruption has cut. */
export interface CutAudio {
  readonly itemId: string;
  readonly contentIndex: number;
  readonly playedMs: number;
  /** Share of it that was heard, 0 to 1. */
  readonly heard: number;
}

interface Item {
  readonly itemId: string;
  readonly contentIndex: number;
  readonly startMs: number;
  durationMs: number;
  /** End of its playback, by the clock. */
  endMs: number;
  /** As the client has told it. */
  reportedMs: number | undefined;
}

/** Tells the part of the model's audio that a person has heard: as the client says, else by the clock and the bytes. */
export class PlaybackClock {
  readonly #now: () => number;
  #items: Item[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(itemId: string, contentIndex: number, bytes: number, { bytesPerMs }: AudioFormat): void {
    const nowMs = this.#now();
    this.#items = this.#items.filter((item) => item.itemId === itemId || playedOf(item, nowMs) < item.durationMs);
    const startMs = Math.max(nowMs, this.#items.at(-1)?.endMs ?? 0);
    const known = this.#items.find((item) => item.itemId === itemId);
    const item = known ?? { itemId, contentIndex, startMs, durationMs: 0, endMs: startMs, reportedMs: undefined };
    if (known === undefined) this.#items.push(item);
    item.durationMs += bytes / bytesPerMs;
    item.endMs = Math.max(item.endMs, nowMs) + bytes / bytesPerMs;
  }

  report({ itemId, playedMs }: Playback): void {
    const item = itemId === undefined ? this.#items.at(-1) : this.#items.find((known) => known.itemId === itemId);
    if (item !== undefined) item.reportedMs = playedMs;
  }

  get isPlaying(): boolean {
    const nowMs = this.#now();
    return this.#items.some((item) => playedOf(item, nowMs) < item.durationMs);
  }

  /** Ends all playback; returns what was not heard to its end. */
  cut(): readonly CutAudio[] {
    const nowMs = this.#now();
    return this.#items.splice(0).flatMap((item) => {
      const playedMs = playedOf(item, nowMs);
      const { itemId, contentIndex, durationMs } = item;
      if (playedMs >= durationMs) return [];
      return [{ itemId, contentIndex, playedMs: Math.floor(playedMs), heard: playedMs / durationMs }];
    });
  }
}

function playedOf({ reportedMs, durationMs, endMs }: Item, nowMs: number): number {
  const played = reportedMs ?? durationMs - Math.max(0, endMs - nowMs);
  return Math.min(durationMs, Math.max(0, played));
}

/** Counts the bytes of Base64 text. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor((text.length * 3) / 4) - padding;
}
