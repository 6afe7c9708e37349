import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext, ReadyParts } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { parseError } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { locate } from '../text/locate.js';
import { openText, type TextSource } from '../text/open-text.js';
import { PoBlockBuilder, isHeader } from './block-builder.js';
import { declaredCharset, headerFacts } from './header.js';
import type { PoOptions } from './options.js';
import { PoScanner, type PoEntry } from './parse.js';
import { PoFault } from './po-string.js';

/** Reads a catalog in pieces: every message is a block; obsolete ones stay in the file. */
export function readPo(source: ByteSource, options: PoOptions, ctx: ReadContext): AsyncIterableIterator<Part> {
  return new PoParts(source, options, ctx);
}

/** The parts of a catalog. Messages in memory are available synchronously, which a generator cannot do. */
class PoParts implements AsyncIterableIterator<Part>, ReadyParts {
  readonly #source: ByteSource;
  readonly #ctx: ReadContext;
  readonly #bad: BadValues;
  readonly #maker: PoBlockBuilder;
  readonly #scanner: PoScanner;
  /** Opens the file, then feeds the scanner; each step ends where messages may be ready. */
  readonly #steps: AsyncGenerator<Part | undefined>;
  #text: TextSource | undefined;
  /** Failure of a synchronous read, to be thrown by `next`. */
  #failure: { readonly error: unknown } | undefined;

  constructor(source: ByteSource, options: PoOptions, ctx: ReadContext) {
    this.#source = source;
    this.#ctx = ctx;
    this.#bad = new BadValues(options);
    this.#maker = new PoBlockBuilder(options, this.#bad, ctx);
    this.#scanner = new PoScanner(ctx.document, this.#bad);
    this.#steps = this.#run(options);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  ready(): Part | undefined {
    if (this.#maker.count === 0) return undefined;
    try {
      const entry = this.#scanner.next();
      return entry && this.#part(entry);
    } catch (error) {
      this.#failure = { error };
      return undefined;
    }
  }

  next(): Promise<IteratorResult<Part, undefined>> {
    return this.#failure ? this.#fail(this.#failure.error) : this.#slow();
  }

  async return(): Promise<IteratorResult<Part, undefined>> {
    await this.#steps.return(undefined);
    return { done: true, value: undefined };
  }

  async #slow(): Promise<IteratorResult<Part, undefined>> {
    try {
      for (;;) {
        const entry = this.#scanner.next();
        if (entry) {
          if (this.#maker.count === 0) this.#maker.hasPlurals = await this.#hasPlurals(entry);
          return { done: false, value: this.#part(entry) };
        }
        const step = await this.#steps.next();
        if (step.done) return { done: true, value: undefined };
        if (step.value) return { done: false, value: step.value };
      }
    } catch (error) {
      return this.#fail(error);
    }
  }

  async *#run({ maxBytes, encoding, bilingual }: PoOptions): AsyncGenerator<Part | undefined> {
    const request = {
      file: this.#ctx.document,
      maxBytes,
      encoding: namedEncoding(encoding),
      declared: declaredCharset,
    };
    const text = (this.#text = await openText(this.#source, request));
    const facts = { format: 'po', mimeType: 'text/x-gettext-translation', form: text.form, multilingual: bilingual };
    yield { kind: 'layer-start', layer: rootLayer(facts, this.#ctx) };
    for await (const chunk of text.chunks()) {
      this.#ctx.signal.throwIfAborted();
      this.#scanner.feed(chunk);
      yield undefined;
    }
    this.#scanner.end();
    yield undefined;
    await this.#bad.report(() => text.chunks(), this.#ctx);
    this.#maker.reportRepeated();
    yield { kind: 'layer-end', id: rootLayerId };
  }

  #part(entry: PoEntry): Part {
    return { kind: 'block', block: this.#maker.toBlock(entry) };
  }

  /**
   * True when messages have plurals: a header without plural rules is completed only then, so the file is searched
   * first.
   */
  async #hasPlurals(first: PoEntry): Promise<boolean> {
    if (!this.#ctx.skeleton) return false;
    const saysSo = isHeader(first) && headerFacts(first.strings[0] ?? '').plural !== '';
    return saysSo || mentions(this.#source, 'msgid_plural', this.#text?.form.encoding ?? 'utf-8', this.#ctx.signal);
  }

  async #fail(error: unknown): Promise<never> {
    await this.#steps.return(undefined);
    if (!(error instanceof PoFault) || !this.#text) throw error;
    throw parseError(this.#ctx.document, 'po', error.message, await locate(this.#text, error.index));
  }
}

/** True when a word of plain letters occurs anywhere in a file. */
async function mentions(source: ByteSource, word: string, encoding: string, signal: AbortSignal): Promise<boolean> {
  const bytes = encoding.startsWith('utf-16') ? Buffer.from(word, 'utf16le') : Buffer.from(word);
  const wanted = encoding === 'utf-16be' ? bytes.swap16() : bytes;
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of source.stream()) {
    signal.throwIfAborted();
    const seam = Buffer.concat([rest, chunk.subarray(0, wanted.length)]);
    if (seam.includes(wanted) || Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).includes(wanted))
      return true;
    const tail = Buffer.concat([rest, chunk.subarray(-wanted.length)]);
    rest = tail.subarray(-wanted.length);
  }
  return false;
}
