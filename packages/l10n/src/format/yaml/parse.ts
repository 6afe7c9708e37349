import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type CST,
  type Document,
  type Scalar,
  type YAMLMap,
  type YAMLParseError,
  type YAMLSeq,
} from 'yaml';
import type { BadValues } from '../bad-value.js';
import { limitError } from '../format-error.js';
import { ScanFault } from '../text/scan-entries.js';
import type { ScalarStyle } from './scalar-style.js';

/** A string of the file, by positions in the text. */
export interface YamlString {
  /** Keys and list positions from the root. */
  readonly path: readonly string[];
  readonly text: string;
  readonly start: number;
  /** Behind it; the last line end of a block scalar is not part of it. */
  readonly end: number;
  readonly style: ScalarStyle;
  /** Position of its key; -1 in a list. */
  readonly keyAt: number;
  readonly note: string | undefined;
  /** Number of aliases that repeat it. */
  readonly aliases: number;
  /** Mistake in one of its escapes; the text is raw then. */
  readonly fault: ScanFault | undefined;
}

/** Strings that stand together: one, or the members of a map that has only strings. */
export interface YamlEntry {
  readonly document: number;
  readonly strings: readonly YamlString[];
  /** Path of the map that holds all of them; undefined for a single string. */
  readonly map: readonly string[] | undefined;
}

/** The root key of a document, where it is the only one. */
export interface RootKey {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** A parsed file. */
export interface ParsedYaml {
  readonly entries: readonly YamlEntry[];
  readonly rootKey: RootKey | undefined;
  /** Texts of the root keys of the first document. */
  readonly rootNames: readonly string[];
}

/** Limits of parsing. */
interface YamlRequest {
  readonly file: string;
  readonly maxDepth: number;
  /** Decides about broken escapes, which are faults of their values. */
  readonly bad: BadValues;
}

/** Parses a file for the positions of its strings. Throws a fault with the position of the first mistake. */
export function parseYaml(text: string, request: YamlRequest): ParsedYaml {
  const tokens = [...tokensOf(text, request)];
  if (depthOf(tokens) > request.maxDepth) throw limitError(request.file, 'the depth', request.maxDepth);
  const options = { uniqueKeys: false, keepSourceTokens: true, logLevel: 'silent' } as const;
  const documents = [...new Composer(options).compose(tokens, false, text.length)];
  const entries = documents.flatMap((document, at) => new StringCollector(text, document, at, request).collect());
  const [only, another] = documents;
  const rootKey = only === undefined || another !== undefined ? undefined : rootKeyOf(only, text);
  return { entries, rootKey, rootNames: only === undefined ? [] : rootNamesOf(only) };
}

/** Parses the tokens of a text; brackets that nest too deep end it before they cost memory. */
function* tokensOf(text: string, { file, maxDepth }: YamlRequest): Generator<CST.Token> {
  const parser = new Parser();
  let depth = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === '{' || lexeme === '[') depth += 1;
    if (lexeme === '}' || lexeme === ']') depth -= 1;
    if (depth > maxDepth) throw limitError(file, 'the depth', maxDepth);
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}

/** Returns the deepest nesting of tokens, without going down by calls. */
function depthOf(tokens: readonly CST.Token[]): number {
  let deepest = 0;
  const open: { readonly token: CST.Token; readonly depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    deepest = Math.max(deepest, depth);
    if ('value' in token && token.value) open.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    for (const item of token.items) {
      if (item.key) open.push({ token: item.key, depth: depth + 1 });
      if (item.value) open.push({ token: item.value, depth: depth + 1 });
    }
  }
  return deepest;
}

function rootNamesOf({ contents }: Document.Parsed): readonly string[] {
  if (!isMap(contents)) return [];
  return contents.items.flatMap(({ key }) => (isScalar(key) ? [key.source ?? String(key.value)] : []));
}

function rootKeyOf({ contents }: Document.Parsed, text: string): RootKey | undefined {
  if (!isMap(contents) || contents.items.length !== 1) return undefined;
  const [{ key } = {}] = contents.items;
  if (!isScalar(key) || !key.range) return undefined;
  const isQuoted = key.type === 'QUOTE_DOUBLE' || key.type === 'QUOTE_SINGLE';
  const [start, end] = [key.range[0] + (isQuoted ? 1 : 0), key.range[1] - (isQuoted ? 1 : 0)];
  return { key: text.slice(start, end), start, end };
}

/** Where a node stands: its path, its key, the comment above it, and whether braces or brackets are around it. */
interface NodePlace {
  readonly path: readonly string[];
  readonly keyAt: number;
  readonly note: string | undefined;
  readonly isInFlow: boolean;
}

/** Walks through one document. */
class StringCollector {
  readonly #text: string;
  readonly #document: Document.Parsed;
  readonly #number: number;
  readonly #entries: YamlEntry[] = [];
  readonly #aliases = new Map<string, number>();
  readonly #anchors = new Set<string>();
  readonly #lineEnd: string;
  readonly #bad: BadValues;
  /** Faults that make only a value unreadable. */
  readonly #broken: ScanFault[] = [];

  constructor(text: string, document: Document.Parsed, number: number, { bad }: YamlRequest) {
    this.#text = text;
    this.#document = document;
    this.#number = number;
    this.#lineEnd = /\r?\n/u.exec(text)?.[0] ?? '\n';
    this.#bad = bad;
  }

  collect(): readonly YamlEntry[] {
    const { contents } = this.#document;
    for (const error of this.#document.errors) this.#mistake(error);
    this.#visit(contents, { path: [], keyAt: -1, note: undefined, isInFlow: false });
    return this.#entries.map((entry) => ({ ...entry, strings: entry.strings.map((one) => this.#counted(one)) }));
  }

  /** Refuses the file for a mistake, unless it makes only a value unreadable, and such values are skipped. */
  #mistake({ code, message, pos }: YAMLParseError): void {
    const fault = new ScanFault(firstLine(message), this.#placeOf(code, pos[0]));
    if (code !== 'BAD_DQ_ESCAPE') throw fault;
    this.#broken.push(this.#bad.accept(fault));
  }

  #counted(one: YamlString & { readonly anchor?: string }): YamlString {
    const { anchor, ...string } = one;
    return anchor === undefined ? string : { ...string, aliases: this.#aliases.get(anchor) ?? 0 };
  }

  /** An open quotation mark is told where it opens, and wrong indentation where it ends. */
  #placeOf(code: string, index: number): number {
    if (code === 'BAD_INDENT') return index + (/^ */u.exec(this.#text.slice(index, index + 1000))?.[0].length ?? 0);
    if (code !== 'MISSING_CHAR') return index;
    const opening = Math.max(this.#text.lastIndexOf('"', index - 1), this.#text.lastIndexOf("'", index - 1));
    return opening < 0 ? index : opening;
  }

  #visit(node: unknown, at: NodePlace): void {
    if (isScalar(node)) this.#scalar(node, at);
    else if (isAlias(node)) this.#alias(node.source, node.range?.[0] ?? 0);
    else if (isSeq(node)) this.#list(node, at);
    else if (isMap(node)) this.#map(node, at);
  }

  #list({ items, anchor, flow }: YAMLSeq, { path, isInFlow }: NodePlace): void {
    this.#anchor(anchor);
    for (const [index, item] of items.entries()) {
      const place = { path: [...path, `[${index}]`], keyAt: -1, note: undefined, isInFlow: isInFlow || flow === true };
      this.#visit(item, place);
    }
  }

  #map({ items, anchor, flow, commentBefore }: YAMLMap, { path, isInFlow }: NodePlace): void {
    this.#anchor(anchor);
    const first = this.#entries.length;
    for (const [index, { key, value }] of items.entries()) {
      const name = this.#keyText(key);
      // The comment above the first key is given as that of the map.
      const above = isScalar(key) ? (key.commentBefore ?? (index === 0 ? commentBefore : undefined)) : undefined;
      const [keyAt, note] = [isScalar(key) ? (key.range?.[0] ?? -1) : -1, toNote(above)];
      this.#visit(value, { path: [...path, name], keyAt, note, isInFlow: isInFlow || flow === true });
    }
    const added = this.#entries.splice(first);
    const isWhole = added.length === items.length && added.every((entry) => entry.map === undefined);
    if (!isWhole || added.length === 0) for (const entry of added) this.#entries.push(entry);
    else this.#entries.push({ document: this.#number, map: path, strings: added.flatMap(({ strings }) => strings) });
  }

  #keyText(key: unknown): string {
    if (isScalar(key)) {
      this.#anchor(key.anchor);
      return typeof key.value === 'string' ? key.value : String(key.source ?? key.value);
    }
    if (isAlias(key)) this.#alias(key.source, key.range?.[0] ?? 0);
    const range = isMap(key) || isSeq(key) ? key.range : undefined;
    return range ? this.#text.slice(range[0], range[1]) : '';
  }

  #scalar(node: Scalar, { path, keyAt, note, isInFlow }: NodePlace): void {
    this.#anchor(node.anchor);
    const string = this.#string(node, isInFlow);
    if (string === undefined) return;
    const anchor = node.anchor === undefined ? {} : { anchor: node.anchor };
    const one = { path, keyAt, note: note ?? toNote(node.comment), aliases: 0, ...string, ...anchor };
    this.#entries.push({ document: this.#number, map: undefined, strings: [one] });
  }

  #string(node: Scalar, isInFlow: boolean): Pick<YamlString, 'text' | 'start' | 'end' | 'style' | 'fault'> | undefined {
    const { value, range, type } = node;
    if (typeof value !== 'string' || !range) return undefined;
    const [start] = range;
    const raw = this.#text.slice(start, range[1]);
    const end = start + (isBlock(type) ? raw.replace(/\r?\n$/u, '') : raw).length;
    const fault = this.#faultIn(start, end);
    const text = fault === undefined ? value : raw.slice(1, -1);
    return { text, start, end, style: { ...this.#style(node, raw), isInFlow }, fault };
  }

  #faultIn(start: number, end: number): ScanFault | undefined {
    return this.#broken.find(({ index }) => start <= index && index < end);
  }

  #style(node: Scalar, raw: string): Omit<ScalarStyle, 'isInFlow'> {
    const { type, srcToken } = node;
    const [, indent = ''] = isBlock(type) ? (/\n( +)\S/u.exec(raw) ?? /\n( +)/u.exec(raw) ?? []) : [];
    const stated = isBlock(type) ? /^[|>][-+]?([1-9])/u.exec(raw)?.[1] : undefined;
    const outer = srcToken !== undefined && 'indent' in srcToken ? srcToken.indent : 0;
    return {
      kind: kinds[type ?? 'PLAIN'] ?? 'plain',
      lineEnd: this.#lineEnd,
      indent: stated === undefined ? indent : ' '.repeat(outer + Number(stated)),
      relative: stated === undefined ? indent.length - outer : Number(stated),
      spelled: type === 'QUOTE_DOUBLE' && raw.includes('\\') ? raw.slice(1, -1) : '',
    };
  }

  #anchor(name: string | undefined): void {
    if (name !== undefined) this.#anchors.add(name);
  }

  #alias(name: string, at: number): void {
    if (!this.#anchors.has(name)) throw new ScanFault(`the alias "*${name}" has no anchor before it`, at);
    this.#aliases.set(name, (this.#aliases.get(name) ?? 0) + 1);
  }
}

const kinds: Readonly<Record<string, ScalarStyle['kind']>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

function isBlock(type: Scalar['type']): boolean {
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
}

function toNote(comment: string | null | undefined): string | undefined {
  // Comments above a blank line belong to nobody in particular.
  const [last = ''] = comment?.split(/\n\s*\n/u).slice(-1) ?? [];
  const note = last
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
  return note === '' ? undefined : note;
}

function firstLine(message: string): string {
  const [line = ''] = message.split('\n');
  return line.replace(/ at line \d+, column \d+:?$/u, '');
}
