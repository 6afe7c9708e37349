import { fromBase64, readRate, Resampler, toBytes, toSamples, type Samples } from '../pcm.js';
import { FRAME_MS, VoiceActivity, type VoiceActivityOptions } from './voice-activity.js';
import { Utterance } from './utterance.js';

/** Learns of utterances. */
export interface EarListener {
  /** Somebody begins to speak. */
  began(utterance: Utterance): void;
  /** They have finished; false when they took it back. */
  ended(utterance: Utterance, isMeant: boolean): void;
}

export interface EarOptions {
  readonly sampleRate: number;
  /** True when the client says when somebody speaks. */
  readonly pushToTalk: boolean;
  readonly voiceActivity?: VoiceActivityOptions | undefined;
}

/** Sound before somebody was noticed to speak, which belongs to what they say. */
const BEFORE_MS = 300;
/** Time after which an utterance is over, whether or not the person is. */
const MAX_UTTERANCE_MS = 30_000;

/**
 * Cuts the sound of a microphone into utterances:
 *
 *     sound ─▶ rate of the port ─▶ frames ─▶ voice activity, or a button ─▶ utterances
 */
export class Ear {
  readonly #options: EarOptions;
  readonly #listener: EarListener;
  readonly #activity: VoiceActivity;
  readonly #frameSize: number;
  #resampler: { readonly rate: number; readonly converter: Resampler } | undefined;
  /** Samples that do not fill a frame yet. */
  #rest: Samples = new Int16Array(0);
  #before: Uint8Array[] = [];
  #utterance: Utterance | undefined;
  #heardMs = 0;

  constructor(options: EarOptions, listener: EarListener) {
    this.#options = options;
    this.#listener = listener;
    this.#activity = new VoiceActivity(options.voiceActivity);
    this.#frameSize = (options.sampleRate * FRAME_MS) / 1_000;
  }

  get isHearing(): boolean {
    return this.#utterance !== undefined;
  }

  /** Takes sound; false where it is of a kind that nobody here understands. */
  hear(audio: string, mimeType: string): boolean {
    const rate = readRate(mimeType);
    if (rate === undefined) return false;
    if (this.#resampler?.rate !== rate) {
      this.#resampler = { rate, converter: new Resampler(rate, this.#options.sampleRate) };
    }
    const samples = this.#resampler.converter.convert(toSamples(fromBase64(audio)));
    const all = new Int16Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    let at = 0;
    for (; at + this.#frameSize <= all.length; at += this.#frameSize) this.#take(all.slice(at, at + this.#frameSize));
    this.#rest = all.slice(at);
    return true;
  }

  press(): void {
    this.release(false);
    this.#begin();
  }

  /** Ends the utterance of a button that was held. */
  release(isMeant: boolean): void {
    const utterance = this.#utterance;
    if (utterance === undefined) return;
    this.#utterance = undefined;
    utterance.end();
    this.#listener.ended(utterance, isMeant && this.#heardMs > 0);
  }

  #take(frame: Samples): void {
    const bytes = toBytes(frame);
    const change = this.#options.pushToTalk ? undefined : this.#activity.hear(frame);
    if (change === 'start') this.#begin();
    this.#keep(bytes);
    const isLong = this.#heardMs >= MAX_UTTERANCE_MS;
    if (isLong) this.#activity.reset();
    if (change === 'end' || isLong) this.release(true);
  }

  #begin(): void {
    this.#heardMs = 0;
    const utterance = (this.#utterance = new Utterance());
    for (const piece of this.#before.splice(0)) utterance.write(piece);
    this.#listener.began(utterance);
  }

  #keep(bytes: Uint8Array): void {
    if (this.#utterance !== undefined) {
      this.#heardMs += FRAME_MS;
      return this.#utterance.write(bytes);
    }
    if (this.#options.pushToTalk) return;
    this.#before.push(bytes);
    if (this.#before.length > BEFORE_MS / FRAME_MS) this.#before.shift();
  }
}
