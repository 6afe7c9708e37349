import { isToolError } from '@helve/core';
import type { ByteSource } from '@helve/flow/content';
import { readFirstBytes } from '../byte-source.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { limitError, parseError } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { locate } from '../text/locate.js';
import { openText, type TextSource } from '../text/open-text.js';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { parseXml } from '../xml/parse-xml.js';
import { findChild, attributeValue, type Namespaces, type XmlElement } from '../xml/xml-node.js';
import { splitUnits, type StraySection, type TmxSection } from './split-units.js';
import type { TmxOptions } from './options.js';
import { readAttributes, plainVariants, readVariants, readRemarks } from './read-unit.js';
import { scanUnit } from './scan-unit.js';
import { markupEnd, tagName } from './tag-end.js';
import type { TmxHeader, TmxSkip, TmxUnit } from './tmx-unit.js';

/** One record of a TMX file, in order: its header first. */
export type TmxRecord =
  | { readonly kind: 'header'; readonly header: TmxHeader }
  | { readonly kind: 'unit'; readonly unit: TmxUnit }
  | { readonly kind: 'skip'; readonly skip: TmxSkip };

/** A file being read, which can locate an index. */
export interface TmxReading {
  /** In lists, since units come by the million. */
  records(): AsyncGenerator<readonly TmxRecord[]>;
  /** Returns the line and column of an index. */
  placeOf(index: number): ReturnType<typeof locate>;
}

/** Opens a TMX file, to be read unit by unit in constant memory. */
export async function openTmx(source: ByteSource, file: string, options: TmxOptions): Promise<TmxReading> {
  const { maxBytes, encoding } = options;
  const named = namedEncoding(encoding) ?? (await wideEncoding(source));
  const text = await openText(source, { file, maxBytes, encoding: named, declared: declaredEncoding });
  const reader = new TmxReader(text, file, options);
  return { records: () => reader.records(), placeOf: (index) => locate(text, index) };
}

/** Detects UTF-16 without a byte order mark, since no other XML file can start so. */
async function wideEncoding(source: ByteSource): Promise<string | undefined> {
  const [first, second] = await readFirstBytes(source, 2);
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : undefined;
}

class TmxReader {
  readonly #text: TextSource;
  readonly #file: string;
  readonly #options: TmxOptions;
  readonly #find: CodeFinder;
  /** Declarations before every section that is parsed: the entities of the file. */
  #doctype = '';
  #expanded = 0;
  #namespaces: Namespaces | undefined;
  /** The tags around the units. */
  #around: readonly string[] = [];

  constructor(text: TextSource, file: string, options: TmxOptions) {
    this.#text = text;
    this.#file = file;
    this.#options = options;
    this.#find = codeFinder(options.codeFinder);
  }

  async *records(): AsyncGenerator<readonly TmxRecord[]> {
    for await (const pieces of splitUnits(this.#text, this.#file)) {
      const records: TmxRecord[] = [];
      let failure: { readonly error: unknown } | undefined;
      try {
        for (const piece of pieces) {
          if (piece.kind === 'unit') {
            if (!this.#plain(piece, records)) this.#unit(piece, await this.#parsed(piece), records);
          } else if (piece.kind === 'stray') throw await this.#error(piece);
          else if (piece.kind === 'head') records.push({ kind: 'header', header: await this.#header(piece) });
          else await this.#tail(piece);
        }
      } catch (error) {
        failure = { error };
      }
      // The records before an error count too.
      yield records;
      if (failure) throw failure.error;
    }
  }

  async #header({ text, index }: TmxSection): Promise<TmxHeader> {
    this.#around = openTags(text);
    const closers = this.#around.map((name) => `</${name}>`).toReversed();
    const isWhole = this.#around.at(-1) !== undefined && text.endsWith('>');
    const root = await this.#parse(isWhole ? text + closers.join('') : text, index);
    if (root.local !== 'tmx') throw await this.#error({ problem: `the root is <${root.name}>, not <tmx>`, index });
    const body = findChild(root, 'body');
    const header = findChild(root, 'header');
    if (!header || !body) {
      throw await this.#error({ problem: `there is no <${header ? 'body' : 'header'}>`, index: index + root.start });
    }
    this.#namespaces = body.namespaces;
    this.#doctype = findDoctype(text);
    return {
      version: attributeValue(root, 'version') ?? '',
      attributes: readAttributes(header),
      remarks: readRemarks(header),
    };
  }

  async #tail({ text, index }: TmxSection): Promise<void> {
    const openers = this.#around.map((name) => `<${name}>`).join('');
    if (text.trim() === '') {
      throw await this.#error({ problem: 'the file ends before </tmx>', index: index + text.length });
    }
    await this.#parse(openers + text, index, openers.length);
  }

  /** Reads a unit that needs no parser, as most do. */
  #plain({ text, index }: TmxSection, records: TmxRecord[]): boolean {
    const scanned = this.#doctype === '' ? scanUnit(text) : undefined;
    const variants = scanned && plainVariants(scanned, this.#find);
    if (!variants) return false;
    const { attributes, remarks } = scanned;
    records.push({ kind: 'unit', unit: { attributes, remarks, variants, index } });
    return true;
  }

  #unit({ index }: TmxSection, element: XmlElement, records: TmxRecord[]): void {
    const { variants, problems } = readVariants(element, this.#find);
    const at = index - this.#doctype.length;
    for (const { reason, at: location } of problems) {
      records.push({ kind: 'skip', skip: { reason, index: at + location.start } });
    }
    const unit = { attributes: readAttributes(element), remarks: readRemarks(element), variants, index };
    records.push({ kind: 'unit', unit });
  }

  #parsed({ text, index }: TmxSection): XmlElement | Promise<XmlElement> {
    try {
      const element = this.#parseNow(this.#doctype + text);
      if (this.#doctype !== '') this.#expand(element);
      return element;
    } catch (error) {
      return this.#again(error, text, index);
    }
  }

  async #parse(text: string, index: number, before = 0): Promise<XmlElement> {
    try {
      return this.#parseNow(text);
    } catch (error) {
      return this.#again(error, text, index, before);
    }
  }

  #parseNow(text: string): XmlElement {
    const { maxDepth, maxExpansion } = this.#options;
    const namespaces = this.#namespaces;
    return parseXml(text, {
      file: this.#file,
      format: 'tmx',
      maxDepth,
      maxExpansion,
      ...(namespaces && { namespaces }),
    });
  }

  /** Parses a section again at its position in the file, to locate an error. */
  async #again(error: unknown, text: string, index: number, before = 0): Promise<never> {
    if (!isToolError(error) || error.code !== 'L10N_PARSE') throw error;
    const { line, column } = await locate(this.#text, index);
    const lines = this.#doctype.split('\n').length - 1;
    const padding = '\n'.repeat(Math.max(0, line - 1 - lines)) + ' '.repeat(Math.max(0, column - 1 - before));
    this.#parseNow(this.#doctype + padding + text);
    throw error;
  }

  /** Counts the growth by entities, which is limited for the whole file. */
  #expand(element: XmlElement): void {
    const { maxExpansion } = this.#options;
    this.#expanded += expansionIn(element);
    if (this.#expanded > maxExpansion) throw limitError(this.#file, 'the length of expanded entities', maxExpansion);
  }

  async #error({ problem, index }: Pick<StraySection, 'problem' | 'index'>): Promise<Error> {
    return parseError(this.#file, 'tmx', problem, await locate(this.#text, index));
  }
}

/** Lists the names of the elements that are open at the end of a text. */
function openTags(text: string): readonly string[] {
  const open: string[] = [];
  for (const { start, end } of markupIn(text)) {
    const name = tagName(text, start);
    if (text.startsWith('</', start)) open.pop();
    else if (name !== '' && text.charCodeAt(end - 2) !== 0x2f) open.push(name);
  }
  return open;
}

/** Returns the document type of a file, if it declares entities of its own. */
function findDoctype(head: string): string {
  for (const { start, end } of markupIn(head)) {
    if (!head.startsWith('<!DOCTYPE', start)) continue;
    const doctype = head.slice(start, end);
    return doctype.includes('<!ENTITY') ? doctype : '';
  }
  return '';
}

function* markupIn(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = text.indexOf('<'); start >= 0;) {
    const end = markupEnd(text, start);
    if (end < 0) return;
    yield { start, end };
    start = text.indexOf('<', end);
  }
}

/** Counts the characters by which the texts of an element are longer than in the file. */
function expansionIn(element: XmlElement): number {
  let grown = 0;
  for (const { value, valueStart, valueEnd } of element.attributes) {
    grown += Math.max(0, value.length - (valueEnd - valueStart));
  }
  for (const child of element.children) {
    if (child.kind === 'text') grown += Math.max(0, child.text.length - (child.end - child.start));
    else if (child.kind === 'element') grown += expansionIn(child);
  }
  return grown;
}
