import { parseError } from '../format-error.js';
import { locate } from '../text/locate.js';
import type { TextSource } from '../text/open-text.js';
import { readDoctype, type Doctype } from './doctype.js';
import { markupIn, tagName } from './markup-end.js';
import { parseFragment, type XmlRequest } from './parse-xml.js';
import type { XmlPiece } from './split-children.js';
import { faultsAt, XmlFault } from './xml-fault.js';
import { elementText, type Namespaces, type XmlElement } from './xml-node.js';

/** The elements around a piece. */
export interface Surroundings {
  readonly namespaces: Namespaces;
  readonly depth: number;
  /** The innermost of them. */
  readonly parent?: XmlElement;
}

/** The part of a piece that is parsed. */
type Piece = Pick<XmlPiece, 'text' | 'index'>;

/** Parses the pieces of one XML file, each with the namespaces and entities of the file around it. */
export class XmlFragments {
  readonly #text: TextSource;
  /** Knows the entities and namespaces of the file, once its head was read. */
  #request: XmlRequest;
  /** The request for the last piece that had elements around it. */
  #inner: { readonly base: XmlRequest; readonly last: Surroundings; readonly request: XmlRequest } | undefined;
  /** Index of the piece that is parsed. */
  #index = 0;
  /** Names of the elements around the pieces, the root first. */
  #around: readonly string[] = [];

  constructor(text: TextSource, request: XmlRequest) {
    this.#text = text;
    const { repaired } = request;
    const told = repaired && { repaired: (what: string, at: number) => repaired(what, this.#index + at) };
    this.#request = { ...request, ...told, expansion: { used: 0 } };
  }

  /** True when the file declares entities of its own. */
  get hasEntities(): boolean {
    return this.#request.doctype !== undefined;
  }

  /** Parses the head of a file, and returns its root; the innermost last element is the container. */
  head({ text, index }: Piece): XmlElement {
    const around = text.endsWith('>') ? openTags(text) : [];
    const closers = around.map((name) => `</${name}>`).toReversed();
    const root = this.#parse(text + closers.join(''), index);
    const doctype = this.#readDoctype(text);
    const { namespaces } = containerOf(root, around.length);
    this.#request = { ...this.#request, namespaces, ...(doctype && { doctype }) };
    this.#around = around;
    return root;
  }

  /** Parses one child of the container, or of another element; its positions are those in the piece. */
  element({ text, index }: Piece, around?: Surroundings): XmlElement {
    return this.#parse(text, index, around);
  }

  /** Parses a start tag without its content. */
  startTag({ text, index }: Piece, around: Surroundings): XmlElement {
    const closer = text.endsWith('/>') ? '' : `</${tagName(text, 0)}>`;
    return this.#parse(text + closer, index, around);
  }

  /** Returns a text between the children, with its references resolved. */
  text({ text, index }: Piece): string {
    return elementText(this.#parse(`<x>${text}</x>`, index - 3));
  }

  /** Throws where a comment, an instruction or a text between the children is not well-formed. */
  check({ text, index }: Piece): void {
    this.#parse(`<x>${text}</x>`, index - 3);
  }

  /** Makes a prefix known that the file will declare. */
  declare(prefix: string, uri: string): void {
    this.#request = { ...this.#request, namespaces: { ...this.#request.namespaces, [prefix]: uri } };
  }

  /** Returns what is not well-formed in the content of an element of this file; undefined for sound content. */
  problemOf(content: string): string | undefined {
    try {
      this.#parse(`<x>${content}</x>`, 0);
      return undefined;
    } catch (error) {
      if (error instanceof XmlFault) return error.message;
      throw error;
    }
  }

  /** Throws where the end of the file is not well-formed. */
  tail({ text, index }: Piece): void {
    const around = this.#around;
    if (text.trim() === '' && around.length > 0) throw new XmlFault(`the file ends before </${around.at(-1)}>`, index);
    const before = around.length === 0 ? '<x/>' : around.map((name) => `<${name}>`).join('');
    this.#parse(before + text, index - before.length);
  }

  /** Throws where something but comments and instructions stands behind the root. */
  trailer({ text, index }: Piece): void {
    this.#parse(`<x/>${text}`, index - 4);
  }

  /** Returns the error for a fault, with its line and column; another error stays what it is. */
  async toError(error: unknown): Promise<unknown> {
    if (!(error instanceof XmlFault)) return error;
    const { file, format } = this.#request;
    return parseError(file, format, error.message, await locate(this.#text, error.index));
  }

  #parse(text: string, index: number, around?: Surroundings): XmlElement {
    this.#index = index;
    const request = around === undefined ? this.#request : this.#requestIn(around);
    return faultsAt(index, () => parseFragment(text, request));
  }

  /** Returns the request for a piece inside of some elements; those of the piece before it are nearly always around it too. */
  #requestIn(around: Surroundings): XmlRequest {
    const { base, last, request } = this.#inner ?? {};
    if (request !== undefined && last === around && base === this.#request) return request;
    const inner = { ...this.#request, ...around };
    this.#inner = { base: this.#request, last: around, request: inner };
    return inner;
  }

  #readDoctype(head: string): Doctype | undefined {
    if (!head.includes('<!DOCTYPE')) return undefined;
    for (const { start, end } of markupIn(head)) {
      if (!head.startsWith('<!DOCTYPE', start)) continue;
      const doctype = readDoctype(head.slice(start, end), this.#request.maxExpansion);
      if ('entities' in doctype && doctype.entities.size + doctype.external.size > 0) return doctype;
    }
    return undefined;
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

/** Returns the element at the end of a head, inside which its children stand. */
function containerOf(root: XmlElement, depth: number): XmlElement {
  let element = root;
  for (let level = 1; level < depth; level += 1) {
    const last = element.children.findLast((child) => child.kind === 'element');
    if (last?.kind !== 'element') return element;
    element = last;
  }
  return element;
}
