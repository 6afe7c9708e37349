import type { ByteSource } from '@helve/flow/content';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { locate } from '../text/locate.js';
import type { TextSource } from '../text/open-text.js';
import { tagName } from '../xml/markup-end.js';
import { openXml } from '../xml/open-xml.js';
import { splitChildren, type XmlPiece } from '../xml/split-children.js';
import { XmlFault } from '../xml/xml-fault.js';
import { XmlFragments } from '../xml/xml-fragments.js';
import { findChild, attributeValue, type XmlElement } from '../xml/xml-node.js';
import type { TmxOptions } from './options.js';
import { readAttributes, plainVariants, readVariants, readRemarks } from './read-unit.js';
import { scanUnit } from './scan-unit.js';
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
  const text = await openXml(source, file, options);
  const reader = new TmxReader(text, file, options);
  return { records: () => reader.records(), placeOf: (index) => locate(text, index) };
}

class TmxReader {
  readonly #text: TextSource;
  readonly #file: string;
  readonly #fragments: XmlFragments;
  readonly #find: CodeFinder;

  constructor(text: TextSource, file: string, { maxDepth, maxExpansion, codeFinder: codes }: TmxOptions) {
    this.#text = text;
    this.#file = file;
    this.#fragments = new XmlFragments(text, { file, format: 'tmx', maxDepth, maxExpansion });
    this.#find = codeFinder(codes);
  }

  async *records(): AsyncGenerator<readonly TmxRecord[]> {
    const request = { file: this.#file, isContainer: (name: string) => localName(name) === 'body' };
    for await (const pieces of splitChildren(this.#text, request)) {
      const records: TmxRecord[] = [];
      let failure: { readonly error: unknown } | undefined;
      try {
        for (const piece of pieces) this.#take(piece, records);
      } catch (error) {
        failure = { error };
      }
      // The records before an error count too.
      yield records;
      if (failure) throw await this.#fragments.toError(failure.error);
    }
  }

  #take(piece: XmlPiece, records: TmxRecord[]): void {
    if (piece.kind === 'element') this.#unit(piece, records);
    else if (piece.kind === 'head') records.push({ kind: 'header', header: this.#header(piece) });
    else if (piece.kind === 'tail') this.#fragments.tail(piece);
    else if (piece.kind === 'text') throw new XmlFault('there is text between the units', piece.index);
  }

  #header(piece: XmlPiece): TmxHeader {
    const root = this.#fragments.head(piece);
    const { index } = piece;
    if (root.local !== 'tmx') throw new XmlFault(`the root is <${root.name}>, not <tmx>`, index);
    const header = findChild(root, 'header');
    if (!header || !findChild(root, 'body')) {
      throw new XmlFault(`there is no <${header ? 'body' : 'header'}>`, index + root.start);
    }
    return {
      version: attributeValue(root, 'version') ?? '',
      attributes: readAttributes(header),
      remarks: readRemarks(header),
    };
  }

  #unit(piece: XmlPiece, records: TmxRecord[]): void {
    const name = tagName(piece.text, 0);
    if (localName(name) !== 'tu') throw new XmlFault(`found <${name}> where a <tu> is expected`, piece.index);
    if (!this.#plain(piece, records)) this.#parsed(piece, this.#fragments.element(piece), records);
  }

  /** Reads a unit that needs no parser, as most do. */
  #plain({ text, index }: XmlPiece, records: TmxRecord[]): boolean {
    const scanned = this.#fragments.hasEntities ? undefined : scanUnit(text);
    const variants = scanned && plainVariants(scanned, this.#find);
    if (!variants) return false;
    const { attributes, remarks } = scanned;
    records.push({ kind: 'unit', unit: { attributes, remarks, variants, index } });
    return true;
  }

  #parsed({ index }: XmlPiece, element: XmlElement, records: TmxRecord[]): void {
    const { variants, problems } = readVariants(element, this.#find);
    for (const { reason, at } of problems) records.push({ kind: 'skip', skip: { reason, index: index + at.start } });
    const unit = { attributes: readAttributes(element), remarks: readRemarks(element), variants, index };
    records.push({ kind: 'unit', unit });
  }
}

/** Returns a name without its prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
