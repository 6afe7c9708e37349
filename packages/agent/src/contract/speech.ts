/** Audio of both ports: PCM of 16 bit, little-endian, one channel. */
interface SpeechPort {
  /** Name for people, such as `pocketsphinx`. */
  readonly name: string;
  /** Samples per second. */
  readonly sampleRate: number;
}

/** Writes down what a person says. */
export interface SpeechToText extends SpeechPort {
  /** Returns the words of one utterance, whose audio comes as it is spoken; an empty text where there are none. */
  transcribe(audio: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string>;
}

/** Says a text. */
export interface TextToSpeech extends SpeechPort {
  /** Yields the audio of a text in pieces, as they are made. */
  speak(text: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
