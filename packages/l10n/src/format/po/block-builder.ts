import { textRun, type Block, type Payload, type Runs, type Target } from '@helve/flow';
import { plainText, type ReadContext, type Skeleton } from '@helve/flow/content';
import type { BadValues } from '../bad-value.js';
import type { SourceFault } from '../text/source-fault.js';
import { valueCodes } from '../format-option.js';
import type { CodeFinder, FoundContent } from '../code/code-finder.js';
import { assertFits, readBlock } from '../read-block.js';
import { reportRepeated } from '../report-repeated.js';
import { alignCodes } from './align-codes.js';
import { CatalogLanguage, toPlural } from './catalog-language.js';
import { flaggedCodeFinder } from './code-flag.js';
import { toNotes, toProperties, readHead, type Head } from './head.js';
import { MessageIds } from './message-id.js';
import type { PoOptions } from './options.js';
import { entryHead, entryOffset, type PoEntry } from './parse.js';
import { HeaderEntry, MessageEntry, type PoMessage } from './skeleton-entry.js';

/** Builds the blocks of one catalog in the order of its messages, with their skeleton entries. */
export class PoBlockBuilder {
  /** True when any message of the file has plural forms. */
  hasPlurals = false;
  count = 0;
  readonly #options: PoOptions;
  readonly #bad: BadValues;
  readonly #ctx: ReadContext;
  readonly #finderFor: (flags: string | undefined) => CodeFinder;
  readonly #ids = new MessageIds();
  readonly #language: CatalogLanguage;

  constructor(options: PoOptions, bad: BadValues, ctx: ReadContext) {
    this.#bad = bad;
    this.#options = options;
    this.#ctx = ctx;
    this.#finderFor = flaggedCodeFinder(valueCodes(options));
    this.#language = new CatalogLanguage(options.bilingual, ctx);
  }

  toBlock(entry: PoEntry): Block {
    this.count += 1;
    const head = readHead(entryHead(entry), entry.context);
    if (entry.fault !== undefined) return this.#unreadable(entry, entry.fault, head);
    if (isHeader(entry)) return this.#header(entry, head);
    return this.#options.bilingual ? this.#pair(entry, head) : this.#keyed(entry, head);
  }

  /** Reports messages that the file has twice, once for all: gettext refuses to compile such a file. */
  reportRepeated(): void {
    reportRepeated(this.#ids.repeated, this.#ctx);
  }

  /** Builds the header block: it describes the file, and is shown but not translated. */
  #header(entry: PoEntry, head: Head): Block {
    const [text = ''] = entry.strings;
    this.#language.learn(text);
    const properties = toProperties(head);
    const id = this.#ids.ofHeader(properties);
    properties['role'] = 'header';
    const { language } = this.#language.facts;
    if (this.#options.bilingual && language !== '') properties['target-language'] = language;
    const source = Object.freeze([textRun(text)]);
    return this.#block({ id, name: '', type: 'header', entry, head, properties, source });
  }

  /** Builds the block of a message with a broken escape; only the header that stands before it is written. */
  #unreadable(entry: PoEntry, fault: SourceFault, head: Head): Block {
    const properties = toProperties(head);
    const { context, id: text } = entry;
    const id = this.#options.bilingual
      ? this.#ids.ofText(context, text, properties)
      : this.#ids.ofKey(context, text, properties);
    this.#bad.add(id, fault, properties);
    if (this.count === 1)
      this.#ctx.skeleton?.append(new HeaderEntry(id, entryOffset(entry), undefined, this.hasPlurals));
    const name = this.#options.bilingual ? (context ?? '') : text;
    const source = Object.freeze([textRun(this.#options.bilingual ? text : (entry.strings[0] ?? ''))]);
    return readBlock({ id, name, type: 'string', translatable: false, source, properties, format: 'po' }, this.#ctx);
  }

  /** Builds a block with `msgid` as the source and `msgstr` as its translation. */
  #pair(entry: PoEntry, head: Head): Block {
    const find = this.#finderFor(head.flags);
    const { id: one, plural, context } = entry;
    const properties = toProperties(head);
    const id = this.#ids.ofText(context, one, properties);
    const source = plural === undefined ? find(one).runs : toPlural({ one: find(one).runs, other: find(plural).runs });
    const target = this.#target(entry, head, find, source);
    return this.#block({ id, name: context ?? '', type: 'string', entry, head, properties, source, target });
  }

  /** Builds a block with `msgid` as the key and `msgstr` as the text. */
  #keyed(entry: PoEntry, head: Head): Block {
    const find = this.#finderFor(head.flags);
    const properties = toProperties(head);
    const id = this.#ids.ofKey(entry.context, entry.id, properties);
    properties['key'] = entry.id;
    const { plural, strings } = entry;
    const source =
      plural === undefined ? find(strings[0] ?? '').runs : this.#language.forms(strings, (text) => find(text).runs);
    return this.#block({ id, name: entry.id, type: 'string', entry, head, properties, source });
  }

  #target(entry: PoEntry, head: Head, find: CodeFinder, source: Runs): Target | undefined {
    const { strings } = entry;
    if (!hasText(entry)) return undefined;
    if (head.fuzzy && this.#options.fuzzy === 'skip') return undefined;
    const runs =
      entry.plural === undefined ? alignedTo(source, find(strings[0] ?? '')) : this.#forms(entry, find, source);
    const isDraft = head.fuzzy || (strings.length > 1 && strings.includes(''));
    return Object.freeze({ runs, status: isDraft ? 'draft' : 'translated' });
  }

  #forms({ strings }: PoEntry, find: CodeFinder, source: Runs): Runs {
    return this.#language.forms(strings, (text) => alignedTo(source, find(text)));
  }

  #block(facts: BlockFacts): Block {
    const { id, name, type, head, properties, source, target } = facts;
    const notes = toNotes(head);
    const note = notes && Object.freeze({ type: 'note', items: Object.freeze(notes) });
    const entry = this.#ctx.skeleton && this.#place(this.#ctx.skeleton, facts, note);
    const isLeft = head.fuzzy && this.#options.fuzzy === 'skip' && this.#options.bilingual && hasText(facts.entry);
    const translatable = type !== 'header' && !isLeft;
    const spelled = facts.entry.endAt - facts.entry.headAt;
    const fields = { id, name, type, translatable, source, properties, format: 'po', entry, spelled };
    const block = readBlock(fields, this.#ctx);
    if (note) block.annotations['note'] = note;
    if (target) {
      assertFits(id, target.runs, spelled);
      block.targets[this.#language.locale] = target;
    }
    return block;
  }

  /** Appends the skeleton entries of a message, and returns the number of the first. */
  #place(skeleton: Skeleton, { id, type, entry, head, source, target }: BlockFacts, note: Payload | undefined): number {
    const isPair = type !== 'header' && this.#options.bilingual;
    const message: PoMessage = {
      entry,
      head,
      source: isPair ? source : undefined,
      target,
      content: isPair ? target?.runs : source,
      note,
      // A removed translation takes its mark along.
      fuzzy: target ? false : head.fuzzy,
      facts: this.#language.facts,
    };
    if (type === 'header') return skeleton.append(new HeaderEntry(id, entryOffset(entry), message, this.hasPlurals));
    const front =
      this.count === 1
        ? skeleton.append(new HeaderEntry(id, entryOffset(entry), undefined, this.hasPlurals))
        : undefined;
    const own = skeleton.append(new MessageEntry(id, isPair ? this.#language.locale : undefined, message));
    return front ?? own;
  }
}

interface BlockFacts {
  readonly id: string;
  readonly name: string;
  readonly type: 'string' | 'header';
  readonly entry: PoEntry;
  readonly head: Head;
  readonly properties: Record<string, string>;
  readonly source: Runs;
  readonly target?: Target | undefined;
}

function hasText({ strings }: PoEntry): boolean {
  return strings.length === 1 ? strings[0] !== '' : strings.some((text) => text !== '');
}

/** Aligns the codes with the source, if there are any: the same code has the same id on both sides. */
function alignedTo(source: Runs, { runs }: FoundContent): Runs {
  if (plainText(runs) !== undefined) return runs;
  const [first] = source;
  return alignCodes(runs, first?.kind === 'plural' ? (first.forms.other ?? []) : source);
}

/** True for the message with an empty id. */
export function isHeader({ id, context, plural }: PoEntry): boolean {
  return id === '' && context === undefined && plural === undefined;
}
