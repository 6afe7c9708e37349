import type { Samples } from '../pcm.js';

/** When sound counts as speech. */
export interface VoiceActivityOptions {
  /** Time that somebody must be heard before they count as speaking. Default: 60. */
  readonly startMs?: number;
  /** Silence after which they have finished. Default: 700. */
  readonly endMs?: number;
  /** Loudness below which nothing is speech, 0 to 1. Default: 0.015. */
  readonly minLevel?: number;
}

/** Length of the pieces in which sound is judged. */
export const FRAME_MS = 20;
/** Speech is this much louder than the noise around it. */
const ABOVE_NOISE = 3;
const NOISE_WEIGHT = 0.05;

/** Hears when somebody begins and ceases to speak: they are louder than the noise around them, which it learns. */
export class VoiceActivity {
  readonly #startMs: number;
  readonly #endMs: number;
  readonly #minLevel: number;
  #noise = 0;
  #loudMs = 0;
  #quietMs = 0;
  #isSpeaking = false;

  constructor({ startMs = 60, endMs = 700, minLevel = 0.015 }: VoiceActivityOptions = {}) {
    this.#startMs = startMs;
    this.#endMs = endMs;
    this.#minLevel = minLevel;
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  /** Judges one frame. */
  hear(frame: Samples): 'start' | 'end' | undefined {
    const level = loudness(frame);
    const isLoud = level > Math.max(this.#minLevel, this.#noise * ABOVE_NOISE);
    if (!isLoud) this.#noise += (level - this.#noise) * NOISE_WEIGHT;
    this.#loudMs = isLoud ? this.#loudMs + FRAME_MS : 0;
    this.#quietMs = isLoud ? 0 : this.#quietMs + FRAME_MS;
    if (!this.#isSpeaking && this.#loudMs >= this.#startMs) return this.#turn('start');
    if (this.#isSpeaking && this.#quietMs >= this.#endMs) return this.#turn('end');
    return undefined;
  }

  /** Ends an utterance that is not over by itself. */
  reset(): void {
    this.#isSpeaking = false;
    this.#loudMs = 0;
    this.#quietMs = 0;
  }

  #turn(change: 'start' | 'end'): 'start' | 'end' {
    this.#isSpeaking = change === 'start';
    return change;
  }
}

/** Root mean square, 0 to 1. */
function loudness(frame: Samples): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return frame.length === 0 ? 0 : Math.sqrt(sum / frame.length) / 32_768;
}
