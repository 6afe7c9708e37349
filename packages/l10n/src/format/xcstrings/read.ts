import { textRun, type Block, type LocaleId, type Part, type Runs, type Target } from '@helve/flow';
import { BlockIds, type ByteSource, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { BatchedParts } from '../batched-parts.js';
import { parseError } from '../format-error.js';
import { membersOf, parseTree, type TreeMember } from '../json/json-tree.js';
import { JsonFault } from '../json/scanner.js';
import { readBlock } from '../read-block.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { locate } from '../text/locate.js';
import { openText, type TextSource } from '../text/open-text.js';
import type { SourceFault } from '../text/source-fault.js';
import { knownLocale } from '../xliff/to-variant.js';
import { memberOf, textOf, type Catalog } from './catalog.js';
import { CatalogEntry, type EntryLanguage } from './catalog-entry.js';
import { EntryScanner, type ScannedEntry } from './entry-scanner.js';
import { readLocalization } from './localization.js';
import type { XcstringsOptions } from './options.js';

/** Reads a string catalog in pieces: every entry is a block, named by its key, with a target for each language. */
export function readXcstrings(
  source: ByteSource,
  options: XcstringsOptions,
  ctx: ReadContext,
): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: XcstringsOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const text = await openText(source, { file: ctx.document, maxBytes: options.maxBytes });
  const facts = { format: 'xcstrings', mimeType: 'application/json', form: text.form, multilingual: true };
  yield [{ kind: 'layer-start', layer: rootLayer(facts, ctx) }];
  const bad = new BadValues(options);
  try {
    let reader: EntryReader | undefined;
    for await (const { entries, catalog } of readEntries(text, options, ctx)) {
      reader ??= new EntryReader(catalog, bad, options, ctx);
      const parts: Part[] = [];
      for (const entry of entries) {
        const block = reader.block(entry);
        if (block !== undefined) parts.push({ kind: 'block', block });
      }
      if (parts.length > 0) yield parts;
    }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw parseError(ctx.document, 'xcstrings', error.message, await locate(text, error.index));
  }
  await bad.report(() => text.chunks(), ctx);
  yield [{ kind: 'layer-end', id: rootLayerId }];
}

interface EntryBatch {
  readonly entries: readonly ScannedEntry[];
  readonly catalog: Catalog;
}

/** Gives the entries of a catalog; one that names its language behind them is scanned twice. */
async function* readEntries(
  text: TextSource,
  { maxDepth }: XcstringsOptions,
  ctx: ReadContext,
): AsyncGenerator<EntryBatch> {
  let scanner = new EntryScanner(maxDepth, ctx.document);
  let catalog: Catalog | undefined;
  for (let pass = 1; pass <= 2; pass += 1) {
    let isLate = false;
    for await (const chunk of text.chunks()) {
      ctx.signal.throwIfAborted();
      const entries = scanner.feed(chunk);
      isLate ||= scanner.lacksLanguage;
      if (isLate || entries.length === 0) continue;
      catalog ??= toCatalog(scanner, maxDepth, ctx);
      yield { entries, catalog };
    }
    scanner.end();
    if (!isLate) return;
    scanner = new EntryScanner(maxDepth, ctx.document, scanner.sourceLanguage);
  }
}

function toCatalog({ head, sourceLanguage = '' }: EntryScanner, maxDepth: number, ctx: ReadContext): Catalog {
  return { head: parseTree(head, maxDepth, ctx.document), sourceLanguage };
}

/** Gives faults of an entry their positions in the file. */
function faultsOf<T>({ shift }: ScannedEntry, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof JsonFault ? new JsonFault(error.message, error.index + shift) : error;
  }
}

/** Makes the blocks of the entries of one catalog. */
class EntryReader {
  readonly #catalog: Catalog;
  readonly #bad: BadValues;
  readonly #options: XcstringsOptions;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly #ids = new BlockIds();
  readonly #locales = new Map<string, LocaleId | undefined>();

  constructor(catalog: Catalog, bad: BadValues, options: XcstringsOptions, ctx: ReadContext) {
    this.#catalog = catalog;
    this.#bad = bad;
    this.#options = options;
    this.#ctx = ctx;
    this.#find = codeFinder(options.codeFinder);
  }

  /** Returns the block of an entry; undefined for one that is skipped. */
  block(entry: ScannedEntry): Block | undefined {
    const { member } = entry;
    const isStale = () => textOf(memberOf(member, 'extractionState')) === 'stale';
    if (this.#options.stale === 'skip' && faultsOf(entry, isStale)) return undefined;
    return this.#bad.attempt(
      () => faultsOf(entry, () => this.#readable(entry)),
      (fault) => this.#unreadable(entry, fault),
    );
  }

  #readable(entry: ScannedEntry): Block {
    const { member } = entry;
    const languages = this.#languages(member);
    const own = this.#localeOf(this.#catalog.sourceLanguage);
    const source = languages.find(({ locale }) => locale === own);
    const runs = source?.content?.runs ?? this.#runs(member.key);
    // A source that nobody knows how to read cannot be translated.
    const isKnown = source === undefined || source.content !== undefined;
    const block = this.#toBlock(entry, runs, isKnown && !this.#isLocked(member), languages);
    const targets = Object.fromEntries(
      languages.flatMap(({ locale, content }): [LocaleId, Target][] =>
        content === undefined || locale === own ? [] : [[locale, content]],
      ),
    );
    return { ...block, targets };
  }

  #unreadable(entry: ScannedEntry, fault: SourceFault): Block {
    const block = this.#toBlock(entry, Object.freeze([textRun(entry.member.key)]), false, undefined);
    const properties = { ...block.properties };
    this.#bad.add(block.id, fault, properties);
    return { ...block, properties };
  }

  #toBlock(
    scanned: ScannedEntry,
    source: Runs,
    translatable: boolean,
    languages: readonly EntryLanguage[] | undefined,
  ): Block {
    const { member } = scanned;
    const { key } = member;
    const properties: Record<string, string> = { key };
    const id = this.#ids.claim(key === '' ? '(empty)' : key, properties);
    const comment = languages && textOf(memberOf(member, 'comment'));
    const note = comment === '' ? undefined : comment;
    const entry =
      languages && this.#ctx.skeleton?.append(this.#entry(id, scanned, { source, languages, comment: note }));
    const fields = { id, name: key, type: 'string', source, properties, translatable, format: 'xcstrings', entry };
    return readBlock({ ...fields, note }, this.#ctx);
  }

  #entry(
    id: string,
    { member, tree, offset, length }: ScannedEntry,
    facts: Pick<CatalogEntry, 'source' | 'languages' | 'comment'>,
  ): CatalogEntry {
    return new CatalogEntry(id, { offset, length }, { catalog: this.#catalog, tree, member, ...facts });
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
