/** The parts of an audio worklet's world that are used here: the types of the page do not have them. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const registerProcessor: (name: string, processor: new () => AudioWorkletProcessor) => void;
declare const sampleRate: number;

/** Nothing hears more than this. */
const ENOUGH_HZ = 24_000;
const PIECE_MS = 40;

/** Hands the sound of a microphone to the page, in pieces of 16-bit samples. */
class Microphone extends AudioWorkletProcessor {
  readonly #factor = Math.max(1, Math.floor(sampleRate / ENOUGH_HZ));
  readonly #piece = new Int16Array(Math.round((sampleRate / this.#factor) * (PIECE_MS / 1_000)));
  #filled = 0;
  #sum = 0;
  #summed = 0;

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of input?.[0] ?? []) this.#add(sample);
    return true;
  }

  /** Takes the mean of as many samples as become one. */
  #add(sample: number): void {
    this.#sum += sample;
    this.#summed += 1;
    if (this.#summed < this.#factor) return;
    const mean = this.#sum / this.#factor;
    this.#sum = this.#summed = 0;
    this.#piece[this.#filled] = Math.round(Math.max(-1, Math.min(1, mean)) * 32_767);
    this.#filled += 1;
    if (this.#filled < this.#piece.length) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end
    this.port.postMessage({ samples: this.#piece.slice(), rate: sampleRate / this.#factor });
    this.#filled = 0;
  }
}

registerProcessor('microphone', Microphone);
