import type { Layer } from '@helve/flow';
import type { ByteSink, LineBreak } from '@helve/flow/content';
import { encoderFor, writesInPlace, type Encoder } from './encoder.js';
import { toEncoding, lacksCharacters, markFor } from './encoding.js';
import type { Escaper } from './escaper.js';
import { decodeSingleByte } from './single-byte.js';

const bufferBytes = 64 * 1024;
/** Maximum number of UTF-8 bytes of a UTF-16 unit. */
const maxUnitBytes = 3;
/** Number of bytes up to which copying one by one is faster; between two messages there are hardly more. */
const fewBytes = 16;

/** Buffers bytes and values for a sink, and converts them when the layer requests another text form. */
export interface OutputBuffer {
  readonly written: number;
  /** True when the buffer should be flushed. */
  readonly isFull: boolean;
  /** Adds a range of bytes of the original. */
  bytes(bytes: Uint8Array, from: number, to: number): void;
  /** Adds new text; returns false when a character has neither bytes nor an escape. */
  text(text: string): boolean;
  /** Writes full buffers to the sink. */
  flush(): Promise<void>;
  end(): Promise<void>;
}

/** The text form that a layer requests. */
export type LayerTextForm = Pick<Layer, 'encoding' | 'bom' | 'lineBreak'> & Partial<Pick<Layer, 'properties'>>;

/** Layer property that requests, with `true`, an escape in place of every non-ASCII character. */
export const escapeAllProperty = 'escape-non-ascii';

/**
 * Layer property that requests, with `true`, a question mark for characters that neither the encoding nor the format
 * can express.
 */
export const replaceLackingProperty = 'replace-unmappable';

/** Handling of characters that the encoding lacks. */
export interface OutputBufferOptions {
  /** Escapes characters that the encoding lacks, in the notation of the format. */
  readonly escaper: Escaper | undefined;
  /** Replaces them if the format has no escapes. */
  readonly replacer?: Escaper | undefined;
  /** Declares the new encoding in the first text of a file; returns undefined to request more of it. */
  redeclare?(head: string, encoding: string): string | undefined;
  /** Creates the error for a character of the original that the new encoding lacks. */
  refuse(): Error;
}

/** Creates a buffer from one text form to another; equal forms pass bytes through. */
export function createOutputBuffer(
  sink: ByteSink,
  from: LayerTextForm,
  wanted: LayerTextForm,
  rules: OutputBufferOptions,
): OutputBuffer {
  const to = { ...wanted, encoding: toEncoding(wanted.encoding, '').name };
  const escapesAll = rules.escaper !== undefined && wanted.properties?.[escapeAllProperty] === 'true';
  const escaper = escapesAll || lacksCharacters(to.encoding) ? (rules.escaper ?? rules.replacer) : undefined;
  const isSame = from.encoding === to.encoding && from.bom === to.bom && from.lineBreak === to.lineBreak;
  if (isSame && !escapesAll) {
    return new PlainBuffer(sink, encoderFor(from.encoding), escaper, writesInPlace(from.encoding));
  }
  const encode = encoderFor(to.encoding);
  const encodePlain: Encoder = (text) => (/^\p{ASCII}*$/u.test(text) ? encode(text) : undefined);
  const plain = new PlainBuffer(sink, escapesAll ? encodePlain : encode, escaper);
  return new ConvertingBuffer(plain, from, to, rules);
}

class PlainBuffer implements OutputBuffer {
  written = 0;
  readonly #sink: ByteSink;
  readonly #encode: Encoder;
  readonly #escaper: Escaper | undefined;
  readonly #inPlace: boolean;
  #buffer = Buffer.allocUnsafe(bufferBytes);
  #used = 0;
  #waiting: Uint8Array[] = [];

  constructor(sink: ByteSink, encode: Encoder, escaper: Escaper | undefined, inPlace = false) {
    this.#sink = sink;
    this.#encode = encode;
    this.#escaper = escaper;
    this.#inPlace = inPlace;
  }

  get isFull(): boolean {
    return this.#waiting.length > 0;
  }

  bytes(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (length > fewBytes || this.#used + length > bufferBytes) return this.#take(bytes.subarray(from, to));
    for (let at = from; at < to; at += 1) this.#buffer[this.#used++] = bytes[at] ?? 0;
    this.written += length;
  }

  text(text: string): boolean {
    if (this.#inPlace && text.length * maxUnitBytes <= bufferBytes) {
      this.#write(text);
      return true;
    }
    const bytes = this.#encode(text);
    if (bytes) this.#escaper?.pass?.(text);
    const written = bytes ?? this.#escaped(text);
    if (!written) return false;
    this.#take(written);
    return true;
  }

  #escaped(text: string): Uint8Array | undefined {
    const escaped = this.#escaper?.escape(text, (char) => this.#encode(char) !== undefined);
    return escaped === undefined ? undefined : this.#encode(escaped);
  }

  async end(): Promise<void> {
    this.#shift();
    await this.flush();
  }

  /** Writes a short text, which is nearly every one, directly into the buffer. */
  #write(text: string): void {
    if (this.#used + text.length * maxUnitBytes > bufferBytes) this.#shift();
    const bytes = this.#buffer.write(text, this.#used);
    this.#used += bytes;
    this.written += bytes;
  }

  #take(bytes: Uint8Array): void {
    this.written += bytes.length;
    if (this.#used + bytes.length > bufferBytes) this.#shift();
    if (bytes.length > bufferBytes) {
      this.#waiting.push(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Queues the buffer for the sink, and starts a new one. */
  #shift(): void {
    if (this.#used === 0) return;
    this.#waiting.push(this.#buffer.subarray(0, this.#used));
    this.#buffer = Buffer.allocUnsafe(bufferBytes);
    this.#used = 0;
  }

  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const bytes of waiting) await this.#sink.write(bytes);
  }
}

class ConvertingBuffer implements OutputBuffer {
  readonly #plain: PlainBuffer;
  readonly #decoder: Decoder;
  readonly #lineBreak: LineBreak | undefined;
  #skip: number;
  #heldReturn = false;
  readonly #refuse: () => Error;
  readonly #redeclare: ((head: string) => string | undefined) | undefined;
  /** The first text, as long as it may have to declare another encoding. */
  #head: string | undefined;

  constructor(plain: PlainBuffer, from: LayerTextForm, to: LayerTextForm, { redeclare, refuse }: OutputBufferOptions) {
    this.#plain = plain;
    this.#refuse = refuse;
    if (redeclare !== undefined && from.encoding !== to.encoding) {
      this.#redeclare = (head) => redeclare(head, to.encoding);
      this.#head = '';
    }
    this.#decoder = decoderFor(from.encoding);
    this.#lineBreak = to.lineBreak === from.lineBreak || to.lineBreak === 'mixed' ? undefined : to.lineBreak;
    this.#skip = from.bom ? markFor(from.encoding).length : 0;
    const mark = to.bom ? markFor(to.encoding) : new Uint8Array(0);
    this.#plain.bytes(mark, 0, mark.length);
  }

  get isFull(): boolean {
    return this.#plain.isFull;
  }

  get written(): number {
    return this.#plain.written;
  }

  bytes(bytes: Uint8Array, from: number, to: number): void {
    const skipped = Math.min(this.#skip, to - from);
    this.#skip -= skipped;
    const text = this.#decoder.decode(bytes.subarray(from + skipped, to), { stream: true });
    if (!this.text(text)) throw this.#refuse();
  }

  flush(): Promise<void> {
    return this.#plain.flush();
  }

  text(text: string): boolean {
    if (this.#head === undefined) return this.#put(text);
    this.#head += text;
    const declared = this.#redeclare?.(this.#head);
    if (declared === undefined) return true;
    this.#head = undefined;
    return this.#put(declared);
  }

  #put(text: string): boolean {
    return this.#plain.text(this.#lineBreak ? this.#withLineBreaks(text, this.#lineBreak) : text);
  }

  async end(): Promise<void> {
    if (!this.text(this.#decoder.decode()) || !this.#put(this.#head ?? '')) throw this.#refuse();
    if (this.#heldReturn) this.#plain.text(lineEnds[this.#lineBreak ?? 'lf']);
    await this.#plain.end();
  }

  /**
   * Converts line ends; a carriage return at the end may be the first half of a pair, and is held until the next text.
   */
  #withLineBreaks(text: string, lineBreak: LineBreak): string {
    if (text === '') return '';
    const all = this.#heldReturn ? `\r${text}` : text;
    this.#heldReturn = all.endsWith('\r');
    return (this.#heldReturn ? all.slice(0, -1) : all).replaceAll(/\r\n|\r|\n/g, lineEnds[lineBreak]);
  }
}

/** The characters of each kind of line end. */
export const lineEnds: Readonly<Record<LineBreak, string>> = { lf: '\n', crlf: '\r\n', cr: '\r', mixed: '\n' };

interface Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string;
}

/** Creates a decoder; the original was read before, so every byte of it has a character. */
function decoderFor(name: string): Decoder {
  if (toEncoding(name, '').shape !== 'single-byte') return new TextDecoder(name, { ignoreBOM: true });
  return { decode: (bytes = new Uint8Array(0)) => String(decodeSingleByte(bytes, name)) };
}
