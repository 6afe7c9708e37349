import type { ByteSink, Layer, LineBreak, TextForm } from '@helve/flow';
import { encoderFor, type Encoder } from './encoder.js';
import { encodingOf, markFor } from './encoding.js';
import { decodeSingleByte } from './single-byte.js';

const bufferBytes = 64 * 1024;

/** Says what stands for a character that the encoding of the file does not have. */
export type Escape = (char: string) => string | undefined;

/** Gathers bytes and values for a sink, and rewrites them when the layer asks for another text form. */
export interface Outlet {
  readonly written: number;
  /** Bytes of the original. */
  bytes(bytes: Uint8Array): Promise<void> | undefined;
  /** New text; `false` when a character has neither bytes nor an escape. */
  text(text: string): boolean;
  end(): Promise<void>;
}

/** The text form that a layer asks for. */
export type WantedForm = Pick<Layer, 'encoding' | 'bom' | 'lineBreak'>;

/** How an outlet says what it cannot. */
export interface OutletRules {
  readonly escape: Escape | undefined;
  /** The error for a character of the original that the new encoding lacks. */
  refuse(): Error;
}

/** An outlet from one text form to another; equal forms pass bytes through. */
export function createOutlet(sink: ByteSink, from: TextForm, wanted: WantedForm, rules: OutletRules): Outlet {
  const to = { ...wanted, encoding: encodingOf(wanted.encoding, '').name };
  const same = from.encoding === to.encoding && from.bom === to.bom && from.lineBreak === to.lineBreak;
  return same ? new PlainOutlet(sink, from.encoding, rules.escape) : new ConvertingOutlet(sink, from, to, rules);
}

class PlainOutlet implements Outlet {
  written = 0;
  readonly #sink: ByteSink;
  readonly #encode: Encoder;
  readonly #escape: Escape | undefined;
  #buffer = Buffer.allocUnsafe(bufferBytes);
  #used = 0;
  #waiting: Uint8Array[] = [];

  constructor(sink: ByteSink, encoding: string, escape: Escape | undefined) {
    this.#sink = sink;
    this.#encode = encoderFor(encoding);
    this.#escape = escape;
  }

  bytes(bytes: Uint8Array): Promise<void> | undefined {
    this.#take(bytes);
    return this.#waiting.length > 0 ? this.#flush() : undefined;
  }

  text(text: string): boolean {
    const bytes = this.#encode(text) ?? encodeEscaped(text, this.#encode, this.#escape);
    if (!bytes) return false;
    this.#take(bytes);
    return true;
  }

  async end(): Promise<void> {
    this.#shift();
    await this.#flush();
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

  /** What was gathered waits for the sink, and a new buffer begins. */
  #shift(): void {
    if (this.#used === 0) return;
    this.#waiting.push(this.#buffer.subarray(0, this.#used));
    this.#buffer = Buffer.allocUnsafe(bufferBytes);
    this.#used = 0;
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const bytes of waiting) await this.#sink.write(bytes);
  }
}

class ConvertingOutlet implements Outlet {
  readonly #plain: PlainOutlet;
  readonly #decoder: Decoder;
  readonly #lineBreak: LineBreak | undefined;
  #skip: number;
  #heldReturn = false;
  readonly #refuse: () => Error;

  constructor(sink: ByteSink, from: TextForm, to: WantedForm, { escape, refuse }: OutletRules) {
    this.#plain = new PlainOutlet(sink, to.encoding, escape);
    this.#refuse = refuse;
    this.#decoder = decoderFor(from.encoding);
    this.#lineBreak = to.lineBreak === from.lineBreak || to.lineBreak === 'mixed' ? undefined : to.lineBreak;
    this.#skip = from.bom ? markFor(from.encoding).length : 0;
    if (to.bom) void this.#plain.bytes(markFor(to.encoding));
  }

  get written(): number {
    return this.#plain.written;
  }

  bytes(bytes: Uint8Array): Promise<void> | undefined {
    const skipped = Math.min(this.#skip, bytes.length);
    this.#skip -= skipped;
    const text = this.#decoder.decode(bytes.subarray(skipped), { stream: true });
    if (!this.text(text)) return Promise.reject(this.#refuse());
    return this.#plain.bytes(new Uint8Array(0));
  }

  text(text: string): boolean {
    return this.#plain.text(this.#lineBreak ? this.#withLineBreaks(text, this.#lineBreak) : text);
  }

  async end(): Promise<void> {
    this.text(this.#decoder.decode());
    if (this.#heldReturn) this.#plain.text(lineEnds[this.#lineBreak ?? 'lf']);
    await this.#plain.end();
  }

  /** A return at the end may be the first half of a pair: it is held until the next text. */
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

/** The original was read before, so every byte of it has a character. */
function decoderFor(name: string): Decoder {
  if (encodingOf(name, '').shape !== 'single-byte') return new TextDecoder(name, { ignoreBOM: true });
  return { decode: (bytes = new Uint8Array(0)) => String(decodeSingleByte(bytes, name)) };
}

function encodeEscaped(text: string, encode: Encoder, escape: Escape | undefined): Uint8Array | undefined {
  if (!escape) return undefined;
  const escaped = Array.from(text, (char) => (encode(char) ? char : escape(char)));
  return escaped.includes(undefined) ? undefined : encode(escaped.join(''));
}
