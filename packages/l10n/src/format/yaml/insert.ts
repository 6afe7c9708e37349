import type { Block, LocaleId } from '@helve/flow';
import { bytesSource, type InsertRequest, type WriteContext } from '@helve/flow/content';
import { parseDocument, type Document } from 'yaml';
import { BadValues } from '../bad-value.js';
import { contentText } from '../code/content-text.js';
import { namedEncoding } from '../format-option.js';
import { noteLines } from '../insert/note-lines.js';
import { lineEndOf, spliceText } from '../insert/splice-text.js';
import { planMembers } from '../plural/plan-members.js';
import { loadText } from '../text/open-text.js';
import { joinPath } from './join-path.js';
import type { YamlOptions } from './options.js';
import { parseYaml } from './parse.js';
import { isRootLocale, localeOfRoot, sourceRoot } from './root-locale.js';
import { encodeScalar, plainStyle, type ScalarStyle } from './scalar-style.js';
import { spellTree } from './spell-tree.js';
import { emptyMap, linkPair, pairsOf, parseYamlTree, type YamlMap, type YamlPair } from './yaml-tree.js';

/** Puts keys into a YAML file, each on lines behind its neighbour, and takes others out with their comments. */
export function insertYaml(request: InsertRequest<YamlOptions>): Promise<Uint8Array> {
  return insertBelow(request, undefined);
}

/** Puts keys below the root key of a language, which is made where it is missing. */
export function insertLanguage(request: InsertRequest<YamlOptions>, locale: LocaleId): Promise<Uint8Array> {
  return insertBelow(request, locale);
}

/** The names of the texts below the root key of a language. */
export async function namesBelow(
  bytes: Uint8Array,
  locale: LocaleId,
  { maxBytes, maxDepth, encoding, plurals }: YamlOptions,
  { document: file }: Pick<WriteContext, 'document'>,
): Promise<ReadonlySet<string>> {
  const loaded = await loadText(bytesSource(bytes), { file, maxBytes, encoding: namedEncoding(encoding) });
  const { entries } = parseYaml(loaded.text, { file, maxDepth, bad: new BadValues({ onBadValue: 'skip' }) });
  const own = entries.filter(({ strings }) => localeOfRoot(strings[0]?.path[0] ?? '') === locale);
  const paths = own.flatMap(({ strings, map }) => [
    ...strings.map(({ path }) => path),
    ...(map !== undefined && plurals !== 'none' ? [map] : []),
  ]);
  return new Set(paths.map((path) => joinPath(path.slice(1))));
}

async function insertBelow(request: InsertRequest<YamlOptions>, locale: LocaleId | undefined): Promise<Uint8Array> {
  const { bytes, entries, remove, options, ctx } = request;
  const encoding = namedEncoding(options.encoding);
  const loaded = await loadText(bytesSource(bytes), { file: ctx.document, maxBytes: options.maxBytes, encoding });
  const limits = { file: ctx.document, maxDepth: options.maxDepth, bad: new BadValues({ onBadValue: 'skip' }) };
  const { rootKey, rootNames } = parseYaml(loaded.text, limits);
  const tree = parseYamlTree(loaded.text);
  const isNamed = rootKey !== undefined && isRootLocale(rootKey, options.rootLocales, ctx);
  const ofSource = options.rootLocales === 'all' ? sourceRoot(rootNames, ctx.sourceLocale) : undefined;
  const named = locale === undefined ? ofSource : rootOf(locale, rootNames);
  const root =
    named === undefined
      ? ((isNamed ? tree.root.first?.inner : undefined) ?? tree.root)
      : stepInto(tree.root, named, tree.root.last, false);
  const known = namedPairs(root);
  for (const name of remove) removePair(known.get(name), root);
  const { paths, isGap } = await originFacts(request);
  for (const { block, after } of entries) {
    const path = paths.get(block.name) ?? block.name.split('.');
    const neighbour = after === undefined ? undefined : known.get(after);
    const pair = addEntry(root, path, block, neighbour, { locale: locale ?? ctx.sourceLocale, isGap });
    if (typeof pair === 'string')
      ctx.lose({
        kind: 'block-skipped',
        block: block.id,
        detail: { reason: 'shape', key: block.name, problem: pair },
      });
    else known.set(block.name, pair);
  }
  const splices = spellTree(loaded.text, tree, lineEndOf(loaded));
  return spliceText(bytes, loaded, splices, { format: 'yaml' });
}

/** The root key of a language: the one that is there, else one that is spelled as the others are. */
function rootOf(locale: LocaleId, names: readonly string[]): string {
  const known = names.find((name) => localeOfRoot(name) === locale);
  return known ?? (names.some((name) => name.includes('_')) ? locale.replaceAll('-', '_') : locale);
}

/** Facts about the document that entries come from. */
interface OriginFacts {
  /** The path of each block: a key may have a dot in it. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  /** True for an item of a list that is nothing. */
  isGap(path: readonly string[]): boolean;
}

async function originFacts({ origin, options, ctx }: InsertRequest<YamlOptions>): Promise<OriginFacts> {
  const paths = new Map<string, readonly string[]>();
  if (origin === undefined) return { paths, isGap: () => false };
  const { maxBytes, maxDepth } = options;
  const loaded = await loadText(origin, { file: ctx.document, maxBytes, encoding: namedEncoding(options.encoding) });
  const { entries, rootKey } = parseYaml(loaded.text, {
    file: ctx.document,
    maxDepth,
    bad: new BadValues({ onBadValue: 'skip' }),
  });
  const all = entries.flatMap(({ strings, map }) => [
    ...strings.map(({ path }) => path),
    ...(map === undefined ? [] : [map]),
  ]);
  // The name of a file with a locale as its root leaves that out.
  for (const path of all) for (const own of [path.slice(1), path]) paths.set(joinPath(own), own);
  let document: Document | undefined;
  const isGap = (path: readonly string[]): boolean => {
    document ??= parseDocument(loaded.text, { uniqueKeys: false, logLevel: 'silent' });
    const keys = path.map((key) => (isItem(key) ? indexOf(key) : key));
    return document.getIn(keys) === null || (rootKey !== undefined && document.getIn([rootKey.key, ...keys]) === null);
  };
  return { paths, isGap };
}

const isItem = (key: string): boolean => /^\[\d+\]$/u.test(key);
const indexOf = (item: string): number => Number(item.slice(1, -1));

/** The keys of a tree by the names of their blocks; of a repeated one, the last. */
function namedPairs(root: YamlMap): Map<string, YamlPair> {
  return new Map(Array.from(walk(root), ([path, pair]) => [joinPath(path), pair]));
}

/** All keys and items below a map, each with the way to it. */
function* walk(root: YamlMap): Generator<readonly [readonly string[], YamlPair]> {
  const open: { readonly map: YamlMap; readonly path: readonly string[] }[] = [{ map: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const pair of pairsOf(next.map)) {
      const path = [...next.path, pair.key];
      yield [path, pair];
      if (pair.inner) open.push({ map: pair.inner, path });
    }
  }
}

/** Takes a key out; a map that is empty then goes as well, but for the root. What is in a list stays: others would get its place. */
function removePair(pair: YamlPair | undefined, root: YamlMap): void {
  if (pair === undefined || isInList(pair)) return;
  let gone: YamlPair | undefined = pair;
  while (gone !== undefined) {
    gone.removed = true;
    const { parent }: YamlPair = gone;
    if (parent === root || [...pairsOf(parent)].some(({ removed }) => removed !== true)) return;
    gone = parent.owner;
  }
}

function isInList({ parent }: YamlPair): boolean {
  for (let at: YamlMap | undefined = parent; at !== undefined; at = at.owner?.parent) if (at.isList) return true;
  return false;
}

interface EntryFacts extends Pick<OriginFacts, 'isGap'> {
  /** Language of the file. */
  readonly locale: string;
}

/** Puts a text into the tree; says in words what stands in its way. */
function addEntry(
  root: YamlMap,
  path: readonly string[],
  block: Block,
  after: YamlPair | undefined,
  { locale, isGap }: EntryFacts,
): YamlPair | string {
  const conflict = shapeConflict(root, path, isGap);
  if (conflict !== undefined) return conflict;
  let map = root;
  for (const [at, key] of path.entries()) {
    if (isItem(key)) addGaps(map, path.slice(0, at), indexOf(key), isGap);
    if (at < path.length - 1) map = stepInto(map, key, after, isItem(path[at + 1] ?? ''));
  }
  const key = path.at(-1) ?? '';
  const notes = noteLines(block);
  // Content in the language of the file keeps the forms that it has.
  const forms = planMembers(block.source, {
    ...(block.sourceLocale === locale ? {} : { locale }),
    zeroIsExact: true,
  })?.members;
  const style = styleOf(after);
  const value = forms === undefined ? encodeScalar(contentText(block.source, false), style) : undefined;
  const known = liveIn(map, key);
  if (known !== undefined && value !== undefined) {
    known.filled = value;
    return known;
  }
  if (known !== undefined && known.inner === undefined) return `"${joinPath(path)}" is nothing there`;
  const pair = known ?? addPair(map, key, after, { notes, value });
  let last: YamlPair | undefined;
  for (const [category, runs] of forms ?? []) {
    const text = encodeScalar(contentText(runs, false), style);
    last = addPair(innerFor(pair), category, last, { notes: [], value: text });
  }
  return pair;
}

/** Items that are nothing in the source, and come before one that is put in. */
function addGaps(list: YamlMap, path: readonly string[], until: number, isGap: OriginFacts['isGap']): void {
  for (let index = list.byKey.size; index < until; index += 1) {
    if (isGap([...path, `[${index}]`])) addPair(list, `[${index}]`, undefined, { notes: [], value: '~' });
  }
}

/** Says in words what stands in the way of a text; undefined where it has a place. */
function shapeConflict(root: YamlMap, path: readonly string[], isGap: OriginFacts['isGap']): string | undefined {
  let map: YamlMap | undefined = root;
  for (const [at, key] of path.entries()) {
    const outer = path.slice(0, at);
    const name = at === 0 ? 'the file' : `"${joinPath(outer)}"`;
    if (map?.first !== undefined && map.isList !== isItem(key))
      return `${name} is ${map.isList ? 'a list' : 'a map'} there`;
    const length = map?.byKey.size ?? 0;
    const missing = isItem(key) ? range(length, indexOf(key)) : [];
    if (!missing.every((index) => isGap([...outer, `[${index}]`]))) return `${name} is a list of ${length} there`;
    const pair: YamlPair | undefined = map && liveIn(map, key);
    const isText = at === path.length - 1;
    if (pair !== undefined && (isText ? pair.gap === undefined || pair.filled !== undefined : pair.inner === undefined))
      return `"${joinPath([...outer, key])}" is ${kindOf(pair)} there`;
    map = pair?.inner;
  }
  return undefined;
}

function liveIn({ byKey }: YamlMap, key: string): YamlPair | undefined {
  const pair = byKey.get(key);
  return pair?.removed === true ? undefined : pair;
}

function range(from: number, until: number): readonly number[] {
  return Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at);
}

function kindOf({ type, inner, gap }: YamlPair): string {
  if (inner?.first !== undefined) return inner.isList ? 'a list' : 'a map';
  if (gap !== undefined) return 'nothing';
  return type === undefined ? 'in brackets or braces' : 'a value';
}

/** Goes into the map or list below a key, which is made where it is missing. */
function stepInto(map: YamlMap, key: string, after: YamlPair | undefined, isList: boolean): YamlMap {
  const pair = liveIn(map, key) ?? addPair(map, key, after, { notes: [], value: undefined });
  const inner = innerFor(pair);
  if (inner.first === undefined) inner.isList = isList;
  return inner;
}

function innerFor(pair: YamlPair): YamlMap {
  return (pair.inner ??= emptyMap(-1, pair));
}

function addPair(
  parent: YamlMap,
  key: string,
  after: YamlPair | undefined,
  added: NonNullable<YamlPair['added']>,
): YamlPair {
  const pair: YamlPair = { key, parent, added, ...(after?.type && { type: after.type }) };
  // Items have their order; the first key of an item stands on its line.
  const isOrdered = parent.isList || parent.owner?.parent.isList === true;
  linkPair(pair, parent.isList ? parent.last : (siblingIn(parent, after) ?? (isOrdered ? parent.last : undefined)));
  return pair;
}

/** The key of a map that is, or holds, another key. */
function siblingIn(map: YamlMap, pair: YamlPair | undefined): YamlPair | undefined {
  for (let at = pair; at !== undefined; at = at.parent.owner) if (at.parent === map) return at;
  return undefined;
}

/** Texts are written like their neighbour; one on several lines is no model. */
function styleOf(after: YamlPair | undefined): ScalarStyle {
  const kind = after?.type === 'QUOTE_DOUBLE' ? 'double' : after?.type === 'QUOTE_SINGLE' ? 'single' : 'plain';
  return { ...plainStyle, kind };
}
