import type { Block } from '@helve/flow';
import { containsForms, type WriteContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { unwritable } from '../format-error.js';
import { CatalogLosses } from './catalog-losses.js';
import { toHead, writeHead, type Head } from './head.js';
import { effectiveRule, headerFacts, type HeaderFacts } from './header.js';
import { layOut, usualWidth } from './layout.js';
import { MessageIds } from './message-id.js';
import type { PoOptions } from './options.js';
import { entryHead, PoScanner, sourceText, type PoEntry } from './parse.js';
import { sourceTexts, valueText, ValueWriter } from './value-writer.js';

/** Facts about the catalog that new messages are for. */
export interface CatalogManner {
  /** Text of its header. */
  readonly header: string;
  readonly lineEnd: string;
  readonly options: PoOptions;
  readonly ctx: WriteContext;
}

const noHead: Head = {
  translator: undefined,
  extracted: undefined,
  references: undefined,
  flags: undefined,
  fuzzy: false,
  previousContext: undefined,
  previous: undefined,
  previousPlural: undefined,
  context: undefined,
};

/** Spells messages that a catalog lacks: comments, `msgctxt`, `msgid`, and `msgstr` without a translation. */
export class NewMessages {
  readonly #manner: CatalogManner;
  readonly #facts: HeaderFacts;
  readonly #values: ValueWriter;

  constructor(manner: CatalogManner) {
    const { options, lineEnd, ctx } = manner;
    this.#manner = manner;
    this.#facts = headerFacts(manner.header);
    this.#values = new ValueWriter({ wrap: options.wrap, lineEnd, ctx, losses: new CatalogLosses() });
  }

  spell(block: Block): string {
    const { lineEnd, options } = this.#manner;
    const empty = `${this.#head(block)}${this.#source(block)}${this.#emptyTarget(block)}`;
    if (options.bilingual) return empty;
    const entry = parseMessage(`${empty}${lineEnd}`, block);
    return entryHead(entry) + sourceText(entry) + this.#values.target(block.source, entry, block, this.#language);
  }

  get #language() {
    return { facts: this.#facts, variant: undefined };
  }

  #head(block: Block): string {
    const { lineEnd } = this.#manner;
    const head = toHead(block, false);
    // A message of another format is known by its name, and two of them may have the same text.
    const context = head.context ?? (this.#isForeign(block) ? block.name : undefined);
    return writeHead('', noHead, { ...head, context }, { width: this.#width, lineEnd });
  }

  /** True for a message of another format, unless it came from a catalog before: its name is made of its text then. */
  #isForeign(block: Block): boolean {
    const { skeleton, name } = block;
    if (!this.#manner.options.bilingual || skeleton?.format === 'po' || name === '') return false;
    return name !== new MessageIds().ofText(undefined, this.#texts(block)[0] ?? '', {});
  }

  #texts(block: Block): readonly string[] {
    const hasForms = containsForms(block.source);
    if (!this.#manner.options.bilingual) return Array.from({ length: hasForms ? 2 : 1 }, () => block.name);
    return hasForms ? sourceTexts(block.source, block) : [valueText(block.source, block)];
  }

  #source(block: Block): string {
    const texts = this.#texts(block);
    if (texts[0] === '') throw unwritable(block.id, 'po', 'a message without a source text is the header');
    return texts.map((text, at) => this.#statement(at === 0 ? 'msgid' : 'msgid_plural', text)).join('');
  }

  #emptyTarget({ source }: Block): string {
    const { ctx, lineEnd } = this.#manner;
    if (!containsForms(source)) return 'msgstr ""';
    const rule = effectiveRule(this.#facts, ctx.sourceLocale, ctx.targetLocale);
    const count = rule?.count ?? 2;
    return Array.from({ length: count }, (_, at) => `msgstr[${at}] ""`).join(lineEnd);
  }

  #statement(keyword: string, text: string): string {
    const { lineEnd } = this.#manner;
    return `${keyword} ${layOut(text, keyword, this.#width, lineEnd)}${lineEnd}`;
  }

  get #width(): number {
    const { wrap } = this.#manner.options;
    return wrap === 'keep' ? usualWidth : wrap;
  }
}

function parseMessage(text: string, block: Block): PoEntry {
  const scanner = new PoScanner(block.id, new BadValues({ onBadValue: 'refuse' }));
  scanner.feed({ text, offset: 0, plain: true, byteAt: (index) => index });
  scanner.end();
  const entry = scanner.next();
  if (entry === undefined) throw unwritable(block.id, 'po', 'it has no message');
  return entry;
}
