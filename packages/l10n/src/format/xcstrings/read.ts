import { textRun, type Block, type LocaleId, type Part, type Runs, type Target } from '@helve/flow';
import { BlockIds, type ByteSource, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { locationAt, parseError } from '../format-error.js';
import { membersOf, type TreeMember } from '../json/json-tree.js';
import { JsonFault } from '../json/scanner.js';
import { readBlock } from '../read-block.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import type { SourceFault } from '../text/source-fault.js';
import { knownLocale } from '../xliff/to-variant.js';
import { memberOf, parseCatalog, textOf, type Catalog } from './catalog.js';
import { CatalogEntry, type EntryLanguage } from './catalog-entry.js';
import { readLocalization } from './localization.js';
import type { XcstringsOptions } from './options.js';

/** Reads a string catalog: every entry is a block, named by its key, with a target for each language. */
export async function* readXcstrings(
  source: ByteSource,
  options: XcstringsOptions,
  ctx: ReadContext,
): AsyncGenerator<Part> {
  const text = await loadText(source, { file: ctx.document, maxBytes: options.maxBytes });
  const facts = { format: 'xcstrings', mimeType: 'application/json', form: text.form, multilingual: true };
  yield { kind: 'layer-start', layer: rootLayer(facts, ctx) };
  const bad = new BadValues(options);
  try {
    const catalog = parseCatalog(text.text, options.maxDepth, ctx.document);
    const reader = new EntryReader(catalog, text, bad, options, ctx);
    for (const member of membersOf(catalog.strings)) {
      ctx.signal.throwIfAborted();
      const block = reader.block(member);
      if (block !== undefined) yield { kind: 'block', block };
    }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw parseError(ctx.document, 'xcstrings', error.message, locationAt(text.text, error.index));
  }
  bad.reportIn(text.text, ctx);
  yield { kind: 'layer-end', id: rootLayerId };
}

/** Makes the blocks of the entries of one catalog. */
class EntryReader {
  readonly #catalog: Catalog;
  readonly #text: LoadedText;
  readonly #bad: BadValues;
  readonly #options: XcstringsOptions;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly #ids = new BlockIds();
  readonly #locales = new Map<string, LocaleId | undefined>();

  constructor(catalog: Catalog, text: LoadedText, bad: BadValues, options: XcstringsOptions, ctx: ReadContext) {
    this.#catalog = catalog;
    this.#text = text;
    this.#bad = bad;
    this.#options = options;
    this.#ctx = ctx;
    this.#find = codeFinder(options.codeFinder);
  }

  /** Returns the block of an entry; undefined for one that is skipped. */
  block(member: TreeMember): Block | undefined {
    if (member.container?.kind !== 'object') throw new JsonFault('an object is expected', member.range?.valueAt ?? 0);
    if (this.#options.stale === 'skip' && textOf(memberOf(member, 'extractionState')) === 'stale') return undefined;
    return this.#bad.attempt(
      () => this.#readable(member),
      (fault) => this.#unreadable(member, fault),
    );
  }

  #readable(member: TreeMember): Block {
    const languages = this.#languages(member);
    const own = this.#localeOf(this.#catalog.sourceLanguage);
    const source = languages.find(({ locale }) => locale === own);
    const runs = source?.content?.runs ?? this.#runs(member.key);
    // A source that nobody knows how to read cannot be translated.
    const isKnown = source === undefined || source.content !== undefined;
    const block = this.#toBlock(member, runs, isKnown && !this.#isLocked(member), languages);
    const targets = Object.fromEntries(
      languages.flatMap(({ locale, content }): [LocaleId, Target][] =>
        content === undefined || locale === own ? [] : [[locale, content]],
      ),
    );
    return { ...block, targets };
  }

  #unreadable(member: TreeMember, fault: SourceFault): Block {
    const block = this.#toBlock(member, Object.freeze([textRun(member.key)]), false, undefined);
    const properties = { ...block.properties };
    this.#bad.add(block.id, fault, properties);
    return { ...block, properties };
  }

  #toBlock(
    member: TreeMember,
    source: Runs,
    translatable: boolean,
    languages: readonly EntryLanguage[] | undefined,
  ): Block {
    const { key } = member;
    const properties: Record<string, string> = { key };
    const id = this.#ids.claim(key === '' ? '(empty)' : key, properties);
    const comment = languages && textOf(memberOf(member, 'comment'));
    const note = comment === '' ? undefined : comment;
    const entry =
      languages && this.#ctx.skeleton?.append(this.#entry(id, member, { source, languages, comment: note }));
    const fields = { id, name: key, type: 'string', source, properties, translatable, format: 'xcstrings', entry };
    return readBlock({ ...fields, note }, this.#ctx);
  }

  #entry(id: string, member: TreeMember, facts: Pick<CatalogEntry, 'source' | 'languages' | 'comment'>): CatalogEntry {
    const { valueAt = 0, valueEnd = 0 } = member.range ?? {};
    const offset = this.#text.byteAt(valueAt);
    const length = this.#text.byteAt(valueEnd) - offset;
    return new CatalogEntry(id, { offset, length }, { catalog: this.#catalog, member, ...facts });
  }

  #languages(member: TreeMember): readonly EntryLanguage[] {
    const { container } = memberOf(member, 'localizations') ?? {};
    if (container?.kind !== 'object') return [];
    return [...membersOf(container)].flatMap((one) => {
      const locale = this.#localeOf(one.key);
      if (locale === undefined) return [];
      return [{ locale, member: one, content: readLocalization(one, locale, (text) => this.#runs(text)) }];
    });
  }

  #isLocked(member: TreeMember): boolean {
    return memberOf(member, 'shouldTranslate')?.word === 'false';
  }

  #runs(text: string): Runs {
    return this.#find(text.toWellFormed()).runs;
  }

  /** The locale of a spelling of the catalog. */
  #localeOf(tag: string): LocaleId | undefined {
    if (!this.#locales.has(tag)) this.#locales.set(tag, knownLocale(tag));
    return this.#locales.get(tag);
  }
}
