import { isMap, isScalar, isSeq, parseDocument, type Pair, type Scalar, type YAMLSeq } from 'yaml';

/** A key of a block map, or an item of a block list, with its lines, in UTF-16 units. */
export interface YamlPair {
  /** Of an item, its position in brackets. */
  readonly key: string;
  readonly parent: YamlMap;
  /** Lines that it stands on, own comment included; absent for one that was added. */
  readonly lines?: { readonly start: number; readonly end: number };
  /** Notation of the text that is its value. */
  readonly type?: Scalar['type'];
  /** Where its value is nothing, and a text can stand instead. */
  readonly gap?: { readonly start: number; readonly end: number };
  /** The text that is put there. */
  filled?: string;
  /** Lines of one that was added: its comment and its value. */
  readonly added?: { readonly notes: readonly string[]; readonly value: string | undefined };
  inner?: YamlMap;
  next?: YamlPair;
  removed?: true;
}

/** A map whose keys, or a list whose items, stand on lines of their own. */
export interface YamlMap {
  readonly owner?: YamlPair;
  isList: boolean;
  readonly column: number;
  readonly byKey: Map<string, YamlPair>;
  first?: YamlPair;
  last?: YamlPair;
}

/** The block maps and lists of a file, with the position of each key and item. */
export interface YamlTree {
  readonly root: YamlMap;
  /** Number of spaces by which a map stands deeper than its key. */
  readonly step: number;
  /** Number of spaces by which a list stands deeper than its key. */
  readonly listStep: number;
}

const defaultStep = 2;

/** Builds the tree of the first document of a file; lists in brackets, and maps in braces, are values without keys. */
export function parseYamlTree(text: string): YamlTree {
  const options = { uniqueKeys: false, keepSourceTokens: true, logLevel: 'silent' } as const;
  const { contents } = parseDocument(text, options);
  const isBranch = isMap(contents) || isSeq(contents);
  const column = isBranch ? columnAt(text, contents.range?.[0] ?? 0) : 0;
  const root = { ...emptyMap(column), isList: isSeq(contents) };
  const open: { readonly node: unknown; readonly map: YamlMap }[] = [{ node: contents, map: root }];
  let step: number | undefined;
  let listStep: number | undefined;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, map } = next;
    for (const [value, pair] of entriesOf(text, node, map)) {
      append(map, pair);
      const inner = innerOf(text, value, pair);
      if (inner === undefined) continue;
      pair.inner = inner;
      if (isMap(value) && !map.isList) step ??= inner.column - map.column;
      if (isSeq(value) && !map.isList) listStep ??= inner.column - map.column;
      open.push({ node: value, map: inner });
    }
  }
  const known = step !== undefined && step > 0 ? step : defaultStep;
  return { root, step: known, listStep: listStep ?? known };
}

/** The entries of a block map or list, with their values. */
function* entriesOf(text: string, node: unknown, parent: YamlMap): Generator<readonly [unknown, YamlPair]> {
  if (isMap(node) && node.flow !== true) {
    for (const item of node.items) {
      const pair = toPair(text, item, parent);
      if (pair !== undefined) yield [item.value, pair];
    }
  }
  if (isSeq(node) && node.flow !== true) {
    for (const [index, value] of node.items.entries()) yield [value, toItem(text, { node, index, value }, parent)];
  }
}

/** A map or list without entries. */
export function emptyMap(column: number, owner?: YamlPair): YamlMap {
  return { ...(owner && { owner }), isList: false, column, byKey: new Map() };
}

/** Lists the keys of a map, in order. */
export function* pairsOf(map: YamlMap): Generator<YamlPair> {
  for (let pair = map.first; pair !== undefined; pair = pair.next) yield pair;
}

/** Puts a key behind one of its map, or at the head. */
export function linkPair(pair: YamlPair, sibling: YamlPair | undefined): void {
  const { parent } = pair;
  const next = sibling === undefined ? parent.first : sibling.next;
  if (next !== undefined) pair.next = next;
  if (sibling === undefined) parent.first = pair;
  else sibling.next = pair;
  if (parent.last === sibling) parent.last = pair;
  parent.byKey.set(pair.key, pair);
}

function append(map: YamlMap, pair: YamlPair): void {
  if (map.last === undefined) map.first = pair;
  else map.last.next = pair;
  map.last = pair;
  if (!map.byKey.has(pair.key)) map.byKey.set(pair.key, pair);
}

function toPair(text: string, { key, value }: Pair, parent: YamlMap): YamlPair | undefined {
  if (!isScalar(key) || !key.range) return undefined;
  const [keyAt] = key.range;
  const lines = { start: startOf(text, keyAt), end: lineAfter(text, endOf(value) ?? key.range[1]) };
  const name = typeof key.value === 'string' ? key.value : String(key.source ?? key.value);
  return { key: name, parent, lines, ...valueFacts(value) };
}

interface ListItem {
  readonly node: YAMLSeq;
  readonly index: number;
  readonly value: unknown;
}

function toItem(text: string, { node, index, value }: ListItem, parent: YamlMap): YamlPair {
  const token = node.srcToken;
  const start = token !== undefined && 'items' in token ? (token.items[index]?.start ?? []) : [];
  const dashAt = start.find(({ type }) => type === 'seq-item-ind')?.offset ?? node.range?.[0] ?? 0;
  const lines = { start: startOf(text, dashAt), end: lineAfter(text, endOf(value) ?? dashAt + 1) };
  return { key: `[${index}]`, parent, lines, ...valueFacts(value) };
}

/** Notation of a text, and the place of one that is missing. */
function valueFacts(value: unknown): Pick<YamlPair, 'type' | 'gap'> {
  if (!isScalar(value)) return {};
  const { type, range, tag, anchor } = value;
  const isGap = value.value === null && range && tag === undefined && anchor === undefined;
  return { ...(type && { type }), ...(isGap && { gap: { start: range[0], end: range[1] } }) };
}

/** The map or list below a key, also where nothing is there yet. */
function innerOf(text: string, value: unknown, owner: YamlPair): YamlMap | undefined {
  if ((isMap(value) || isSeq(value)) && value.flow !== true)
    return { ...emptyMap(columnAt(text, value.range?.[0] ?? 0), owner), isList: isSeq(value) };
  const isNothing = isScalar(value) && value.value === null && (value.source ?? '') === '';
  return isNothing ? emptyMap(owner.parent.column + defaultStep, owner) : undefined;
}

/** The end of a value: that of its last text, not of the comments behind it. */
function endOf(value: unknown): number | undefined {
  let at: unknown = value;
  for (;;) {
    if (isMap(at) && at.flow !== true && at.items.length > 0) {
      const last = at.items.at(-1);
      at = last?.value ?? last?.key;
    } else if (isSeq(at) && at.flow !== true && at.items.length > 0) at = at.items.at(-1);
    else break;
  }
  return typeof at === 'object' && at !== null && 'range' in at && Array.isArray(at.range)
    ? Number(at.range[1])
    : undefined;
}

/** The start of the line of a key, or of the comment right above it. */
function startOf(text: string, keyAt: number): number {
  let start = text.lastIndexOf('\n', keyAt - 1) + 1;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (!/^[ \t]*#/u.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

function lineAfter(text: string, end: number): number {
  if (text.charAt(end - 1) === '\n') return end;
  const at = text.indexOf('\n', end);
  return at < 0 ? text.length : at + 1;
}

function columnAt(text: string, index: number): number {
  return index - (text.lastIndexOf('\n', index - 1) + 1);
}
