import { bytesSource } from '@helve/flow/content';
import type { LineEntry } from '../insert/insert-lines.js';
import type { CommentedElement } from './comment-collector.js';
import { commentedElements } from './commented-elements.js';
import { elementLines, type ElementLines } from './element-lines.js';
import { openXml } from './open-xml.js';
import { faultsAt, XmlFault } from './xml-fault.js';
import { XmlFragments } from './xml-fragments.js';
import type { XmlElement } from './xml-node.js';

/** An entry of a table that is an element of its root. */
export interface TableEntry<Content> extends LineEntry, ElementLines {
  readonly content: Content;
  /** Index in the file at which the positions of its elements begin. */
  readonly index: number;
}

/** All entries of a table. */
export interface ElementTable<Content> {
  readonly root: XmlElement;
  readonly fragments: XmlFragments;
  readonly entries: readonly TableEntry<Content>[];
  /** Where the lines of the last element of the root end; undefined if it has none. */
  readonly end: number | undefined;
}

/** Request to read the entries of a table. */
export interface TableRequest<Content> {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly file: string;
  readonly format: string;
  readonly root: string;
  readonly options: {
    readonly maxBytes: number;
    readonly encoding: string;
    readonly maxDepth: number;
    readonly maxExpansion: number;
  };
  /** Returns the key and the content of an entry; undefined for another element. */
  toEntry(element: XmlElement): { readonly key: string; readonly content: Content } | undefined;
}

/** Reads the entries of a table whose elements stand in the root of an XML file. */
export async function readElementTable<Content>(request: TableRequest<Content>): Promise<ElementTable<Content>> {
  const { bytes, file, format, options } = request;
  const source = await openXml(bytesSource(bytes), file, options);
  const { maxDepth, maxExpansion } = options;
  const fragments = new XmlFragments(source, { file, format, maxDepth, maxExpansion, keepsEntities: true });
  const elements: CommentedElement[] = [];
  let root: XmlElement | undefined;
  const begin = (element: XmlElement): void => void (root = element);
  try {
    for await (const some of commentedElements({ file, text: source, fragments, root: request.root, begin })) {
      elements.push(...some);
    }
    if (root === undefined) throw new XmlFault('there is no element', 0);
    const entries = elements.flatMap((element) => tableEntry(element, fragments, request) ?? []);
    const last = elements.at(-1);
    return { root, fragments, entries, end: last && elementLines(request.text, last).end };
  } catch (error) {
    throw await fragments.toError(error);
  }
}

function tableEntry<Content>(
  element: CommentedElement,
  fragments: XmlFragments,
  { text, toEntry }: TableRequest<Content>,
): TableEntry<Content> | undefined {
  const { piece } = element;
  const entry = faultsAt(piece.index, () => toEntry(fragments.element(piece)));
  return entry && { ...entry, index: piece.index, ...elementLines(text, element) };
}
