import { isMap, isScalar, isSeq, parseDocument, type Pair, type Scalar } from 'yaml';

/** A key of a block map with its lines, in UTF-16 units. */
export interface YamlPair {
  readonly key: string;
  readonly parent: YamlMap;
  /** Lines that it stands on, own comment included; absent for one that was added. */
  readonly lines?: { readonly start: number; readonly end: number };
  /** Notation of the text that is its value. */
  readonly type?: Scalar['type'];
  /** Lines of one that was added: its comment and its value. */
  readonly added?: { readonly notes: readonly string[]; readonly value: string | undefined };
  inner?: YamlMap;
  next?: YamlPair;
  removed?: true;
}

/** A map whose keys stand on lines of their own. */
export interface YamlMap {
  readonly owner?: YamlPair;
  readonly column: number;
  readonly byKey: Map<string, YamlPair>;
  first?: YamlPair;
  last?: YamlPair;
}

/** The block maps of a file, with the position of each key. */
export interface YamlTree {
  readonly root: YamlMap;
  /** Number of spaces by which a map stands deeper than its key. */
  readonly step: number;
}

const defaultStep = 2;

/** Builds the tree of the first document of a file; lists, and maps in braces, are values without keys. */
export function parseYamlTree(text: string): YamlTree {
  const { contents } = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
  const root: YamlMap = { column: isMap(contents) ? columnAt(text, contents.range?.[0] ?? 0) : 0, byKey: new Map() };
  const open: { readonly node: unknown; readonly map: YamlMap }[] = [{ node: contents, map: root }];
  let step: number | undefined;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, map } = next;
    if (!isMap(node) || node.flow === true) continue;
    for (const item of node.items) {
      const pair = toPair(text, item, map);
      if (pair === undefined) continue;
      append(map, pair);
      const inner = innerOf(text, item.value, pair);
      if (inner === undefined) continue;
      pair.inner = inner;
      if (isMap(item.value)) step ??= inner.column - map.column;
      open.push({ node: item.value, map: inner });
    }
  }
  return { root, step: step !== undefined && step > 0 ? step : defaultStep };
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
  return { key: name, parent, lines, ...(isScalar(value) && { type: value.type }) };
}

/** The map below a key, also where nothing is there yet. */
function innerOf(text: string, value: unknown, owner: YamlPair): YamlMap | undefined {
  if (isMap(value) && value.flow !== true)
    return { owner, column: columnAt(text, value.range?.[0] ?? 0), byKey: new Map() };
  const isNothing = isScalar(value) && value.value === null && (value.source ?? '') === '';
  return isNothing ? { owner, column: owner.parent.column + defaultStep, byKey: new Map() } : undefined;
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
