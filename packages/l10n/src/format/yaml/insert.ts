import type { Block } from '@helve/flow';
import { bytesSource, type InsertRequest } from '@helve/flow/content';
import { contentText } from '../code/content-text.js';
import { namedEncoding } from '../format-option.js';
import { noteLines } from '../insert/note-lines.js';
import { lineEndOf, spliceText, type TextSplice } from '../insert/splice-text.js';
import { planMembers } from '../plural/plan-members.js';
import { loadText } from '../text/open-text.js';
import { joinPath } from './join-path.js';
import type { YamlOptions } from './options.js';
import { parseYaml } from './parse.js';
import { isRootLocale } from './root-locale.js';
import { encodeScalar, type ScalarStyle } from './scalar-style.js';
import { linkPair, pairsOf, parseYamlTree, type YamlMap, type YamlPair, type YamlTree } from './yaml-tree.js';

/** Puts keys into a YAML file, each on lines behind its neighbour, and takes others out with their comments. */
export async function insertYaml(request: InsertRequest<YamlOptions>): Promise<Uint8Array> {
  const { bytes, entries, remove, options, ctx } = request;
  const encoding = namedEncoding(options.encoding);
  const loaded = await loadText(bytesSource(bytes), { file: ctx.document, maxBytes: options.maxBytes, encoding });
  const limits = { file: ctx.document, maxDepth: options.maxDepth, skipsBadValues: true };
  const { rootKey } = parseYaml(loaded.text, limits);
  const tree = parseYamlTree(loaded.text);
  const isNamed = rootKey !== undefined && isRootLocale(rootKey, options.rootLocales, ctx);
  const root = (isNamed ? tree.root.first?.inner : undefined) ?? tree.root;
  const known = namedPairs(root);
  for (const name of remove) removePair(known.get(name), root);
  const paths = await originPaths(request);
  for (const { block, after } of entries) {
    const path = paths.get(block.name) ?? block.name.split('.');
    const pair = addEntry(root, path, block, after === undefined ? undefined : known.get(after), ctx.sourceLocale);
    if (pair === undefined)
      ctx.lose({
        kind: 'block-skipped',
        block: block.id,
        detail: { reason: 'shape', key: block.name, problem: 'the translation has something else in its place' },
      });
    else known.set(block.name, pair);
  }
  const splices = spellTree(loaded.text, tree, lineEndOf(loaded));
  return spliceText(bytes, loaded, splices, { format: 'yaml' });
}

/** The path of each block of the document that entries come from: a key may have a dot in it. */
async function originPaths({
  origin,
  options,
  ctx,
}: InsertRequest<YamlOptions>): Promise<ReadonlyMap<string, readonly string[]>> {
  const paths = new Map<string, readonly string[]>();
  if (origin === undefined) return paths;
  const { maxBytes, maxDepth } = options;
  const loaded = await loadText(origin, { file: ctx.document, maxBytes, encoding: namedEncoding(options.encoding) });
  const { entries } = parseYaml(loaded.text, { file: ctx.document, maxDepth, skipsBadValues: true });
  const all = entries.flatMap(({ strings, map }) => [
    ...strings.map(({ path }) => path),
    ...(map === undefined ? [] : [map]),
  ]);
  // The name of a file with a locale as its root leaves that out.
  for (const path of all) for (const own of [path.slice(1), path]) paths.set(joinPath(own), own);
  return paths;
}

/** The keys of a tree by the names of their blocks; of a repeated one, the last. */
function namedPairs(root: YamlMap): Map<string, YamlPair> {
  const named = new Map<string, YamlPair>();
  const open: { readonly map: YamlMap; readonly path: readonly string[] }[] = [{ map: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const pair of pairsOf(next.map)) {
      const path = [...next.path, pair.key];
      named.set(joinPath(path), pair);
      if (pair.inner) open.push({ map: pair.inner, path });
    }
  }
  return named;
}

/** Takes a key out; a map that is empty then goes as well, but for the root. */
function removePair(pair: YamlPair | undefined, root: YamlMap): void {
  let gone = pair;
  while (gone !== undefined) {
    gone.removed = true;
    const { parent }: YamlPair = gone;
    if (parent === root || [...pairsOf(parent)].some(({ removed }) => removed !== true)) return;
    gone = parent.owner;
  }
}

function addEntry(
  root: YamlMap,
  path: readonly string[],
  block: Block,
  after: YamlPair | undefined,
  locale: string,
): YamlPair | undefined {
  if (path.some((key) => /^\[\d+\]$/u.test(key))) return undefined;
  let map: YamlMap | undefined = root;
  for (const key of path.slice(0, -1)) map = map && stepInto(map, key, after);
  const key = path.at(-1) ?? '';
  if (map === undefined || isThere(map, key)) return undefined;
  const notes = noteLines(block);
  // Content in the language of the file keeps the forms that it has.
  const forms = planMembers(block.source, {
    ...(block.sourceLocale === locale ? {} : { locale }),
    zeroIsExact: true,
  })?.members;
  const style = styleOf(after);
  if (forms === undefined)
    return addPair(map, key, after, { notes, value: encodeScalar(contentText(block.source, false), style) });
  const pair = addPair(map, key, after, { notes, value: undefined });
  let last: YamlPair | undefined;
  for (const [category, runs] of forms)
    last = addPair(innerFor(pair), category, last, { notes: [], value: encodeScalar(contentText(runs, false), style) });
  return pair;
}

function isThere({ byKey }: YamlMap, key: string): boolean {
  const pair = byKey.get(key);
  return pair !== undefined && pair.removed !== true;
}

/** Goes into the map below a key, which is made where it is missing; undefined where something else is there. */
function stepInto(map: YamlMap, key: string, after: YamlPair | undefined): YamlMap | undefined {
  if (isThere(map, key)) return map.byKey.get(key)?.inner;
  return innerFor(addPair(map, key, after, { notes: [], value: undefined }));
}

function innerFor(pair: YamlPair): YamlMap {
  return (pair.inner ??= { owner: pair, column: -1, byKey: new Map() });
}

function addPair(
  parent: YamlMap,
  key: string,
  after: YamlPair | undefined,
  added: NonNullable<YamlPair['added']>,
): YamlPair {
  const pair: YamlPair = { key, parent, added, ...(after?.type && { type: after.type }) };
  linkPair(pair, siblingIn(parent, after));
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
  return { kind, isInFlow: false, lineEnd: '\n', indent: '', relative: 0, spelled: '' };
}

/** Spells what was added to a tree and taken from it as splices of its text. */
function spellTree(text: string, { root, step }: YamlTree, lineEnd: string): readonly TextSplice[] {
  const splices: (TextSplice & { readonly column: number })[] = [];
  const open = [root];
  for (let map = open.pop(); map !== undefined; map = open.pop()) {
    const pairs = [...pairsOf(map)];
    const first = pairs.find(({ lines }) => lines !== undefined)?.lines;
    let at = first?.start ?? map.owner?.lines?.end ?? text.length;
    for (const pair of pairs) {
      if (pair.lines === undefined) {
        const { column } = map;
        if (pair.removed !== true)
          splices.push({ ...lineSplice(text, at, spellPair(pair, column, step), lineEnd), column });
        continue;
      }
      at = pair.lines.end;
      if (pair.removed === true) splices.push({ ...pair.lines, text: '', column: map.column });
      else if (pair.inner) open.push(pair.inner);
    }
  }
  // Where the lines of several maps end, those of the innermost come first.
  return splices.toSorted((one, other) => other.column - one.column);
}

function lineSplice(text: string, at: number, lines: readonly string[], lineEnd: string): TextSplice {
  const isOpen = at > 0 && text.charAt(at - 1) !== '\n';
  const joined = lines.join(lineEnd);
  return { start: at, end: at, text: isOpen ? `${lineEnd}${joined}` : `${joined}${lineEnd}` };
}

/** The lines of an added key, and of all that was added below it. */
function spellPair(pair: YamlPair, column: number, step: number): readonly string[] {
  const lines: string[] = [];
  const open = [{ pair, column }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, added, inner } = next.pair;
    const indent = ' '.repeat(next.column);
    const { notes = [], value } = added ?? {};
    const name = encodeScalar(key, { ...styleOf(undefined) });
    lines.push(...notes.map((note) => `${indent}#${note === '' ? '' : ` ${note}`}`));
    lines.push(`${indent}${name}:${value === undefined ? '' : ` ${value}`}`);
    const deeper = next.column + step;
    if (inner) open.push(...[...pairsOf(inner)].toReversed().map((one) => ({ pair: one, column: deeper })));
  }
  return lines;
}
