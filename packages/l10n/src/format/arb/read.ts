import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import { BlockIds, type ByteSource, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { BatchedParts } from '../batched-parts.js';
import { withExamples } from '../code/with-examples.js';
import { parseError } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { JsonFault, JsonScanner } from '../json/scanner.js';
import { readBlock } from '../read-block.js';
import { rootLayerId } from '../read-embedded.js';
import { reportRepeated } from '../report-repeated.js';
import { rootLayer } from '../root-layer.js';
import { locate } from '../text/locate.js';
import { openText, type TextSource } from '../text/open-text.js';
import type { SourceFault } from '../text/source-fault.js';
import { ValueEntry } from '../value-entry.js';
import { readMessage } from './arb-message.js';
import { ArbCollector, type ArbLocale, type ArbMessage, type MessageFacts } from './collector.js';
import type { ArbOptions } from './options.js';

/** Reads an ARB file in pieces: every message is a block, named by its key; what `@key` describes is its note. */
export function readArb(source: ByteSource, options: ArbOptions, ctx: ReadContext): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: ArbOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const { maxBytes, encoding } = options;
  const text = await openText(source, { file: ctx.document, maxBytes, encoding: namedEncoding(encoding) });
  yield [
    { kind: 'layer-start', layer: rootLayer({ format: 'arb', mimeType: 'application/json', form: text.form }, ctx) },
  ];
  const reader = new MessageReader(options, ctx);
  try {
    for await (const messages of readMessages(text, reader.bad, options, ctx)) {
      const parts = messages.flatMap((message) => reader.parts(message));
      if (parts.length > 0) yield parts;
    }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw parseError(ctx.document, 'arb', error.message, await locate(text, error.index));
  }
  await reader.bad.report(() => text.chunks(), ctx);
  reportRepeated(reader.ids.repeated, ctx);
  yield [{ kind: 'layer-end', id: rootLayerId }];
}

async function* readMessages(
  text: TextSource,
  bad: BadValues,
  options: ArbOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly (ArbMessage | ArbLocale)[]> {
  const collector = new ArbCollector(bad);
  const scanner = new JsonScanner(collector, options.maxDepth, ctx.document);
  for await (const chunk of text.chunks()) {
    ctx.signal.throwIfAborted();
    scanner.feed(chunk);
    yield collector.take();
  }
  scanner.end();
  collector.end();
  yield collector.take();
}

/** Content of a message, or its raw text with what is wrong. */
interface Content {
  readonly runs: Runs;
  readonly fault?: SourceFault;
}

/** Makes the parts of the messages of one file. */
class MessageReader {
  readonly bad: BadValues;
  readonly #options: ArbOptions;
  readonly #ctx: ReadContext;
  readonly ids = new BlockIds();

  constructor(options: ArbOptions, ctx: ReadContext) {
    this.bad = new BadValues(options);
    this.#options = options;
    this.#ctx = ctx;
  }

  parts(read: ArbMessage | ArbLocale): readonly Part[] {
    if (!('locale' in read)) return [{ kind: 'block', block: this.#block(read) }];
    this.#language(read);
    return [];
  }

  /** Notes where the file names its language, so that a translation names its own. */
  #language({ value: { start, end, index }, locale }: ArbLocale): void {
    if (!isLocale(locale)) throw new JsonFault(`"${locale}" is not a locale`, index);
    this.#ctx.skeleton?.append({
      kind: 'lang',
      offset: start + 1,
      length: end - start - 2,
      value: locale,
      separator: '_',
    });
  }

  #block(message: ArbMessage): Block {
    const { key, value, style, facts } = message;
    const { runs, fault } = this.#content(message);
    const properties: Record<string, string> = { key };
    const id = this.ids.claim(key === '' ? '(empty)' : key, properties);
    if (fault !== undefined) this.bad.add(id, fault, properties);
    if (!message.text.isWellFormed())
      this.#ctx.lose({ kind: 'char-replaced', block: id, detail: { reason: 'lone-surrogate' } });
    const form = style === '' ? undefined : style;
    const entry = this.#ctx.skeleton?.append(new ValueEntry(id, value.start, value.end - value.start, runs, form));
    const fields = {
      id,
      name: key,
      type: 'string',
      source: runs,
      properties,
      translatable: fault === undefined,
      format: 'arb',
      entry,
      note: toNote(facts),
      noteIsKept: true,
    } as const;
    return readBlock(fields, this.#ctx);
  }

  #content({ text, fault, value, facts }: ArbMessage): Content {
    const sound = text.toWellFormed();
    const plain = { runs: Object.freeze([textRun(sound)]) };
    if (fault !== undefined) return { ...plain, fault };
    if (sound === '') return plain;
    const message = readMessage(sound, this.#options.useEscaping);
    if (message.ok) return { runs: facts === undefined ? message.runs : withExamples(message.runs, facts.examples) };
    const broken = new JsonFault(message.problem, value.index + rawIndex(value.raw, message.index));
    return { ...plain, fault: this.bad.accept(broken) };
  }
}

function toNote(facts: MessageFacts | undefined): string | undefined {
  const lines = [facts?.description, facts?.context].filter((line) => line !== undefined && line !== '');
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** Returns the position in the spelling of a string, quotes included, of a character of its text. */
function rawIndex(raw: string, index: number): number {
  let at = 1;
  for (let passed = 0; passed < index && at < raw.length; passed += 1) {
    at += raw.charAt(at) !== '\\' ? 1 : raw.charAt(at + 1) === 'u' ? 6 : 2;
  }
  return at;
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-')).length === 1;
  } catch {
    return false;
  }
}
