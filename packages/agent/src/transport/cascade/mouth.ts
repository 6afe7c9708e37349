import type { TextToSpeech } from '../../contract/speech.js';
import type { Playback, TransportEvent } from '../../contract/transport.js';
import { Fifo } from '../fifo.js';
import { PlaybackClock, type AudioFormat } from '../playback-clock.js';
import { toBase64 } from '../pcm.js';

export interface MouthListener {
  push(event: TransportEvent): void;
  failed(thrown: unknown): void;
}

/** Something to say, or something to do once everything before it was said. */
type Item = { readonly text: string } | { readonly act: () => void };

interface Sentence {
  readonly id: string;
  readonly text: string;
}

/** Sentences that may still be played, and are remembered until they are. */
const KEPT = 100;

/** Says sentences one after the other, and stops in the middle of one. */
export class Mouth {
  readonly #port: TextToSpeech;
  readonly #listener: MouthListener;
  readonly #format: AudioFormat;
  readonly #clock = new PlaybackClock();
  #items = new Fifo<Item>();
  #controller = new AbortController();
  #isWorking = false;
  #isTalking = false;
  #said: Sentence[] = [];
  #count = 0;
  /** The text that was last given to say in this answer. */
  #last = '';
  #isApart = false;
  readonly #holds = new Set<string>();
  #free: () => void = () => undefined;

  constructor(port: TextToSpeech, listener: MouthListener) {
    this.#port = port;
    this.#listener = listener;
    this.#format = { mimeType: `audio/pcm;rate=${port.sampleRate}`, bytesPerMs: (port.sampleRate * 2) / 1_000 };
  }

  /** True while there is something to say. */
  get isTalking(): boolean {
    return this.#isTalking || this.#items.size > 0;
  }

  /** True while the person hears something. */
  get isAudible(): boolean {
    return this.#clock.isPlaying;
  }

  say(text: string): void {
    const isGlued = this.#isApart && /\S$/.test(this.#last) && /^\S/.test(text);
    this.#isApart = false;
    this.#last = text;
    this.#add({ text: isGlued ? ` ${text}` : text });
  }

  /** Sets what comes next apart from what was said before, as another part of the turn. */
  apart(): void {
    this.#isApart = true;
  }

  /** Acts once everything before was said; an interruption forgets it. */
  after(act: () => void): void {
    this.#add({ act });
  }

  /** Stops at once. Returns what the person heard of it, where they did not hear it to its end. */
  cut(): { readonly heard: string } | undefined {
    const wasSpeaking = this.isTalking || this.isAudible;
    this.#controller.abort(new Error('interrupted'));
    this.#controller = new AbortController();
    this.#items = new Fifo();
    this.#free();
    const cut = new Map(this.#clock.cut().map(({ itemId, heard }) => [itemId, heard]));
    const first = this.#said.findIndex(({ id }) => cut.has(id));
    const heard = (first === -1 ? this.#said : this.#said.slice(0, first + 1))
      .map(({ id, text }) => text.slice(0, Math.floor(text.length * (cut.get(id) ?? 1))))
      .join('');
    this.#said = [];
    this.#last = '';
    return wasSpeaking ? { heard } : undefined;
  }

  /** Waits with the next piece until nobody wants it to wait. */
  hold(why: string, holds: boolean): void {
    if (holds) this.#holds.add(why);
    else this.#holds.delete(why);
    if (this.#holds.size === 0) this.#free();
  }

  played(playback: Playback): void {
    this.#clock.report(playback);
  }

  /** Forgets what was said: the next answer begins. */
  forget(): void {
    if (this.isTalking) return;
    this.#said = [];
    this.#last = '';
  }

  #add(item: Item): void {
    this.#items.push(item);
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let item = this.#items.shift(); item !== undefined; item = this.#items.shift()) {
      if ('act' in item) {
        item.act();
        continue;
      }
      this.#isTalking = true;
      await this.#speak(item.text, this.#controller.signal);
      this.#isTalking = false;
    }
    this.#isWorking = false;
  }

  async #speak(text: string, signal: AbortSignal): Promise<void> {
    const itemId = `said_${(this.#count += 1)}`;
    this.#said = [...this.#said, { id: itemId, text }].slice(-KEPT);
    let isTold = false;
    const tell = () => {
      if (!isTold) this.#listener.push({ type: 'transcript', role: 'model', text, final: false });
      isTold = true;
    };
    try {
      await this.#untilFree(signal);
      for await (const piece of this.#port.speak(text, signal)) {
        if (signal.aborted) return;
        this.#clock.add(itemId, 0, piece.byteLength, this.#format);
        this.#listener.push({ type: 'audio', data: toBase64(piece), mimeType: this.#format.mimeType, itemId });
        tell();
        await this.#untilFree(signal);
      }
    } catch (thrown) {
      if (!signal.aborted) this.#listener.failed(thrown);
    }
    if (!signal.aborted) tell();
  }

  async #untilFree(signal: AbortSignal): Promise<void> {
    while (this.#holds.size > 0 && !signal.aborted) await new Promise<void>((resolve) => (this.#free = resolve));
  }
}
