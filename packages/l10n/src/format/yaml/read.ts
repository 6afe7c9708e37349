import { textRun, type Block, type Part, type Runs } from '@helve/flow';
import { BlockIds, type ByteSource, type ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { locationAt, parseError } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { keyMatcher, type KeyMatcher } from '../key-matcher.js';
import { pluralContent, zeroKey } from '../plural/plan-members.js';
import { readBlock } from '../read-block.js';
import { compileSubfilters, readEmbedded, rootLayerId, type SubfilterOf } from '../read-embedded.js';
import { reportRepeated } from '../report-repeated.js';
import { rootLayer } from '../root-layer.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { ScanFault } from '../text/scan-entries.js';
import { ValueEntry } from '../value-entry.js';
import { joinPath } from './join-path.js';
import type { YamlOptions } from './options.js';
import { parseYaml, type ParsedYaml, type RootKey, type YamlEntry, type YamlString } from './parse.js';
import { membersToJson, pluralMembers, type PluralMember } from './plural-map.js';
import { readLanguages } from './read-languages.js';
import { isRootLocale } from './root-locale.js';

/** Reads YAML: every string is a block, named by its keys; a map of plural categories may be one block. */
export async function* readYaml(source: ByteSource, options: YamlOptions, ctx: ReadContext): AsyncGenerator<Part> {
  const { maxBytes, encoding } = options;
  const text = await loadText(source, { file: ctx.document, maxBytes, encoding: namedEncoding(encoding) });
  const multilingual = options.rootLocales === 'all';
  yield {
    kind: 'layer-start',
    layer: rootLayer({ format: 'yaml', mimeType: 'application/yaml', form: text.form, multilingual }, ctx),
  };
  const bad = new BadValues(options);
  const parsed = parse(text, bad, options, ctx);
  const { entries, rootKey } = parsed;
  if (options.rootLocales === 'all') {
    yield* readLanguages(parsed, text, { bad, options, ctx });
    bad.reportIn(text.text, ctx);
    yield { kind: 'layer-end', id: rootLayerId };
    return;
  }
  const root = rootKey && isRootLocale(rootKey, options.rootLocales, ctx) ? rootKey : undefined;
  if (root) appendLanguage(root, text, ctx);
  const reader = new EntryReader(text, bad, options, ctx, root);
  for (const entry of entries) {
    ctx.signal.throwIfAborted();
    yield* await reader.parts(entry);
  }
  bad.reportIn(text.text, ctx);
  reportRepeated(reader.ids.repeated, ctx);
  yield { kind: 'layer-end', id: rootLayerId };
}

function parse(text: LoadedText, bad: BadValues, { maxDepth }: YamlOptions, ctx: ReadContext): ParsedYaml {
  try {
    return parseYaml(text.text, { file: ctx.document, maxDepth, bad });
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error;
    throw parseError(ctx.document, 'yaml', error.message, locationAt(text.text, error.index));
  }
}

/** Notes where the file names its language, so that a translation names its own. */
function appendLanguage({ key, start, end }: RootKey, text: LoadedText, ctx: ReadContext): void {
  const offset = text.byteAt(start);
  ctx.skeleton?.append({ kind: 'lang', offset, length: text.byteAt(end) - offset, value: key });
}

/** Makes the parts of the entries of one file. */
class EntryReader {
  readonly #text: LoadedText;
  readonly #bad: BadValues;
  readonly #options: YamlOptions;
  readonly #ctx: ReadContext;
  readonly #root: RootKey | undefined;
  readonly #find: CodeFinder;
  readonly ids = new BlockIds();
  readonly #included: KeyMatcher;
  readonly #excluded: KeyMatcher;
  readonly #subfilterOf: SubfilterOf | undefined;

  constructor(text: LoadedText, bad: BadValues, options: YamlOptions, ctx: ReadContext, root: RootKey | undefined) {
    this.#text = text;
    this.#bad = bad;
    this.#options = options;
    this.#ctx = ctx;
    this.#root = root;
    this.#find = codeFinder(options.codeFinder);
    this.#included = keyMatcher(options.include);
    this.#excluded = keyMatcher(options.exclude);
    this.#subfilterOf = compileSubfilters(options.subfilters);
  }

  async parts(entry: YamlEntry): Promise<readonly Part[]> {
    const { strings, map, document } = entry;
    const { plurals } = this.#options;
    const hasPlurals = plurals === 'rails' || (plurals === 'auto' && this.#root !== undefined);
    const isSound = strings.every(({ fault }) => fault === undefined);
    const members = map !== undefined && hasPlurals && isSound ? pluralMembers(strings, this.#text.text) : undefined;
    if (members !== undefined && map !== undefined) return this.#plural(this.#name(map, document), members, strings);
    const parts: Part[] = [];
    for (const string of strings) parts.push(...(await this.#value(string, this.#name(string.path, document))));
    return parts;
  }

  /** Joins the keys below the root; the second document and later ones are numbered. */
  #name(path: readonly string[], document: number): string {
    const own = this.#root === undefined ? path : path.slice(1);
    const joined = joinPath(own);
    return document === 0 ? joined : `${document + 1}/${joined}`;
  }

  #plural(name: string, members: readonly PluralMember[], strings: readonly YamlString[]): readonly Part[] {
    const [first] = strings;
    const last = strings.at(-1);
    if (first === undefined || last === undefined) return [];
    const zero = zeroKey(this.#ctx.sourceLocale);
    const forms = members.map(({ category, text }) => {
      return [category === 'zero' ? zero : category, this.#find(text.toWellFormed()).runs] as const;
    });
    const runs = pluralContent(forms, { pivot: 'count' });
    return this.#block({
      name,
      runs,
      start: first.keyAt,
      end: last.end,
      form: membersToJson(members),
      note: first.note,
    });
  }

  async #value(string: YamlString, name: string): Promise<readonly Part[]> {
    const { start, end, style, note, aliases } = string;
    const { fault } = string;
    const isTranslated = fault === undefined && this.#included(name) && !this.#excluded(name);
    if (fault === undefined && !isTranslated && !this.#options.extractNonTranslatable) return [];
    const rule = isTranslated ? this.#subfilterOf?.(name) : undefined;
    const form = { ...style };
    if (rule === undefined) {
      const { runs, icu } = this.#find(string.text.toWellFormed());
      const content = isTranslated ? runs : Object.freeze([textRun(string.text.toWellFormed())]);
      return this.#block({
        name,
        runs: content,
        start,
        end,
        form: { ...form, icu },
        note,
        aliases,
        isTranslated,
        fault,
      });
    }
    const offset = this.#text.byteAt(start);
    const value = {
      id: name,
      parentId: rootLayerId,
      text: string.text,
      rule,
      offset,
      length: this.#text.byteAt(end) - offset,
    };
    const embedded = await readEmbedded({ ...value, form }, this.#ctx);
    this.#ctx.skeleton?.append(embedded.entry);
    return embedded.parts;
  }

  #block(draft: BlockDraft): readonly Part[] {
    const { name, runs, start, end, form, note, aliases = 0, isTranslated = true, fault } = draft;
    const properties: Record<string, string> = { key: name };
    if (!isTranslated) properties['role'] = 'excluded';
    if (aliases > 0) properties['aliases'] = String(aliases);
    const id = this.ids.claim(name === '' ? '(root)' : name, properties);
    if (fault !== undefined) this.#bad.add(id, fault, properties);
    const offset = this.#text.byteAt(start);
    const value = new ValueEntry(id, offset, this.#text.byteAt(end) - offset, runs, form);
    const fields = {
      id,
      name,
      type: 'string',
      source: runs,
      properties,
      translatable: isTranslated,
      format: 'yaml',
      entry: this.#ctx.skeleton?.append(value),
      note,
      noteIsKept: true,
    } as const;
    const block: Block = readBlock(fields, this.#ctx);
    return [{ kind: 'block', block }];
  }
}

interface BlockDraft {
  readonly name: string;
  readonly runs: Runs;
  readonly start: number;
  readonly end: number;
  readonly form: ValueEntry['form'];
  readonly note: string | undefined;
  readonly aliases?: number;
  readonly isTranslated?: boolean;
  readonly fault?: ScanFault | undefined;
}
