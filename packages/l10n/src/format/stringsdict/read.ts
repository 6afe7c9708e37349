import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import { BlockIds, type ByteSource, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { BatchedParts } from '../batched-parts.js';
import { codeFinder } from '../code/code-finder.js';
import { locationAt, parseError } from '../format-error.js';
import { maxLengthFinder, type FindMaxLength } from '../max-length.js';
import { NoteEntry } from '../note-entry.js';
import { zeroKey } from '../plural/plan-members.js';
import { readBlock } from '../read-block.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import type { LoadedText } from '../text/open-text.js';
import type { SourceFault } from '../text/source-fault.js';
import { commentText } from '../xml/comment-note.js';
import { loadXml } from '../xml/open-xml.js';
import { XmlFault } from '../xml/xml-fault.js';
import { DictEntry } from './dict-entry.js';
import type { StringsdictOptions } from './options.js';
import { parseStringsdict, type DictItem } from './parse.js';
import { RuleReader } from './rule-content.js';
import { readRule, type Rule } from './rule.js';

/** Reads a stringsdict file: every entry is a block, in which each variable is a plural. */
export function readStringsdict(
  source: ByteSource,
  options: StringsdictOptions,
  ctx: ReadContext,
): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: StringsdictOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const text = await loadXml(source, ctx.document, options);
  const facts = { format: 'stringsdict', mimeType: 'application/xml', form: text.form };
  yield [{ kind: 'layer-start', layer: rootLayer(facts, ctx) }];
  const reader = new ItemReader(text, options, ctx);
  yield locatingFaults(text.text, ctx.document, () =>
    parseStringsdict(text.text, ctx.document, options).items.flatMap((item) => reader.parts(item)),
  );
  reader.report();
  yield [{ kind: 'layer-end', id: rootLayerId }];
}

/** Gives faults their place in the file. */
export function locatingFaults<T>(text: string, file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw parseError(file, 'stringsdict', error.message, locationAt(text, error.index));
  }
}

/** Makes the parts of the entries of one file. */
class ItemReader {
  readonly #text: LoadedText;
  readonly #ctx: ReadContext;
  readonly #rules: RuleReader;
  readonly #findMaxLength: FindMaxLength;
  readonly #ids = new BlockIds();
  readonly #bad: BadValues;
  #repeated = 0;

  constructor(text: LoadedText, options: StringsdictOptions, ctx: ReadContext) {
    this.#text = text;
    this.#bad = new BadValues(options);
    this.#ctx = ctx;
    this.#findMaxLength = maxLengthFinder(options);
    this.#rules = new RuleReader(codeFinder(options.codeFinder), zeroKey(ctx.sourceLocale));
  }

  parts(item: DictItem): readonly Part[] {
    return this.#bad.attempt<readonly Part[]>(
      () => {
        const rule = readRule(item.value, this.#text.text);
        if (!rule) return [];
        return [{ kind: 'block', block: this.#block(item, this.#rules.content(rule), rule) }];
      },
      (fault) => [{ kind: 'block', block: this.#badBlock(item, fault) }],
    );
  }

  /** Reports what was noticed, once for the whole file. */
  report(): void {
    this.#bad.reportIn(this.#text.text, this.#ctx);
    const count = this.#repeated;
    if (count > 0) this.#ctx.lose({ kind: 'repaired', detail: { reason: 'duplicate-key', count } });
  }

  #block(item: DictItem, source: Runs, rule: Rule): Block {
    const { properties, id } = this.#identity(item);
    if (rule.kind === 'cases' && rule.pivot === 'width') properties['widest'] = rule.rest;
    const { name, comments } = item;
    const note = comments.length === 0 ? undefined : comments.map(({ raw }) => commentText(raw)).join('\n');
    const type = source.some(({ kind }) => kind === 'plural' || kind === 'select') ? 'plural' : 'string';
    const facts = { id, name, type, source, properties, format: 'stringsdict' };
    const entry = this.#append(id, item, source, rule);
    const displayHint = this.#findMaxLength(note);
    return readBlock({ ...facts, entry, note, noteIsKept: comments.length > 1, displayHint }, this.#ctx);
  }

  #badBlock(item: DictItem, fault: SourceFault): Block {
    const { properties, id } = this.#identity(item);
    this.#bad.add(id, fault, properties);
    const { start, end } = item.value;
    const source = Object.freeze([textRun(this.#text.text.slice(start, end))]);
    const facts = { id, name: item.name, type: 'string', source, properties, format: 'stringsdict' };
    return readBlock({ ...facts, translatable: false }, this.#ctx);
  }

  #identity({ name }: DictItem): { readonly properties: Record<string, string>; readonly id: string } {
    const properties: Record<string, string> = { key: name };
    const wished = name === '' ? '(empty)' : name;
    const id = this.#ids.claim(wished, properties);
    if (id !== wished) this.#repeated += 1;
    return { properties, id };
  }

  #append(id: string, { value, comments }: DictItem, source: Runs, rule: Rule): number | undefined {
    const { skeleton } = this.#ctx;
    const [only] = comments.length === 1 ? comments : [];
    if (skeleton && only) {
      const facts = { text: commentText(only.raw), raw: only.raw, more: true };
      skeleton.append(new NoteEntry(id, this.#bytes(only.start, only.start + only.raw.length), facts));
    }
    const raw = this.#text.text.slice(value.start, value.end);
    return skeleton?.append(new DictEntry(id, this.#bytes(value.start, value.end), source, { raw, rule }));
  }

  #bytes(start: number, end: number): { readonly offset: number; readonly length: number } {
    const offset = this.#text.byteAt(start);
    return { offset, length: this.#text.byteAt(end) - offset };
  }
}
