import { limitError, parseError, locationAt } from '../format-error.js';
import { NextPosition } from '../text/next-position.js';
import { ReferenceDecoder, type EntityRequest } from './decode-references.js';
import { doctypeEnd, noDoctype, readDoctype } from './doctype.js';
import { TagReader, type AttributeDraft } from './read-tag.js';
import { findIllegal } from './reference.js';
import { XmlFault } from './xml-fault.js';
import { xmlNamespace, type Namespaces, type XmlElement, type XmlText } from './xml-node.js';

/** Request to parse XML. */
export interface XmlRequest extends EntityRequest {
  readonly format: string;
  readonly maxDepth: number;
  /** Number of elements around a fragment. */
  readonly depth?: number;
  /** True to give references to declared entities in text as nodes, not as their text. */
  readonly keepsEntities?: boolean;
  /** Prefixes known without a declaration: those around a fragment. */
  readonly namespaces?: Namespaces;
  /** The element around a fragment. */
  readonly parent?: XmlElement;
  /** True for a start tag without an end tag that is skipped; if absent, none is. */
  readonly passOver?: (element: XmlElement) => boolean;
  /** Prefixes that are accepted without a declaration. */
  readonly lenientPrefixes?: Namespaces;
  /** Receives everything that was skipped. */
  readonly repaired?: (what: string, index: number) => void;
}

const ownPrefixes: Namespaces = Object.freeze({ '': '', xml: xmlNamespace, xmlns: 'http://www.w3.org/2000/xmlns/' });

/** Parses an XML document to a tree with positions in the text. */
export function parseXml(text: string, request: XmlRequest): XmlElement {
  try {
    return parseFragment(text, request);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw parseError(request.file, request.format, error.message, locationAt(text, error.index));
  }
}

/** Parses a fragment with one element; throws an `XmlFault` where it is not well-formed. */
export function parseFragment(text: string, request: XmlRequest): XmlElement {
  return new Parser(text, request).document();
}

class Parser {
  readonly #text: string;
  readonly #request: XmlRequest;
  #at = 0;
  #open: XmlElement | undefined;
  #root: XmlElement | undefined;
  #depth: number;
  readonly #decoder: ReferenceDecoder;
  readonly #tags: TagReader;
  readonly #less: NextPosition;
  readonly #sectionEnds: NextPosition;

  constructor(text: string, request: XmlRequest) {
    this.#text = text;
    this.#request = request;
    this.#depth = request.depth ?? 0;
    this.#decoder = new ReferenceDecoder(text, request);
    this.#less = new NextPosition(text, '<');
    this.#sectionEnds = new NextPosition(text, ']]>');
    this.#tags = new TagReader(text, request.file, this.#decoder, this.#less);
  }

  document(): XmlElement {
    const illegal = findIllegal(this.#text);
    if (illegal >= 0) this.#fault('there is a character that XML does not allow', illegal);
    this.#declaration();
    while (this.#at < this.#text.length) this.#node();
    if (this.#open) this.#fault(`<${this.#open.name}> has no end tag`, this.#open.start);
    return this.#root ?? this.#fault('there is no element', this.#text.length);
  }

  #declaration(): void {
    const match = /^<\?xml\s(?:[^?]|\?(?!>))*\?>/u.exec(this.#text);
    if (!match) return;
    const sound =
      /^<\?xml\s+version\s*=\s*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:\s+encoding\s*=\s*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>$/u;
    if (!sound.test(match[0])) this.#fault('the XML declaration is not well-formed', 0);
    this.#at = match[0].length;
  }

  #node(): void {
    const text = this.#text;
    const end = this.#less.from(this.#at);
    if (end > this.#at) this.#characters(this.#at, end);
    this.#at = end;
    if (end === text.length) return;
    const code = text.charCodeAt(end + 1);
    if (code === 0x2f) this.#endTag();
    else if (code === 0x21) this.#bang();
    else if (code === 0x3f) this.#instruction();
    else this.#startTag();
  }

  #characters(start: number, end: number): void {
    const open = this.#open;
    if (!open) {
      const stray = this.#text.slice(start, end).search(/[^ \t\r\n]/u);
      if (stray >= 0) this.#fault('there is text outside the root element', start + stray);
      return;
    }
    const sectionEnd = this.#sectionEnds.from(start);
    if (sectionEnd < end) this.#fault('the text contains "]]>"', sectionEnd);
    const from = this.#request.keepsEntities === true ? this.#references(open, start, end) : start;
    if (from === end && from > start) return;
    open.children.push(this.#textNode(from, end));
  }

  /** Adds the references to declared entities, with the text before each; returns the position after the last. */
  #references(open: XmlElement, start: number, end: number): number {
    const { entities, external } = this.#decoder.doctype;
    if (entities.size + external.size === 0) return start;
    let from = start;
    for (const [found, name = ''] of this.#text.slice(start, end).matchAll(/&([^;&\s]+);/gu)) {
      if (!entities.has(name) && !external.has(name)) continue;
      const at = this.#text.indexOf(found, from);
      if (at > from) open.children.push(this.#textNode(from, at));
      from = at + found.length;
      open.children.push({ kind: 'reference', name, value: entities.get(name), start: at, end: from });
    }
    return from;
  }

  #textNode(start: number, end: number): XmlText {
    return { kind: 'text', text: this.#decoder.decode(start, end, false), start, end, cdata: false };
  }

  #endTag(): void {
    const start = this.#at;
    const nameEnd = this.#tags.nameEnd(start + 2);
    const name = this.#text.slice(start + 2, nameEnd);
    this.#at = this.#tags.afterSpace(nameEnd);
    if (this.#text.charCodeAt(this.#at) !== 0x3e) this.#fault('an end tag is not closed', start);
    this.#at += 1;
    const open = this.#opened(name, start);
    open.closeStart = start;
    open.end = this.#at;
    this.#close(open);
  }

  /** Returns the element that an end tag closes. */
  #opened(name: string, at: number): XmlElement {
    const open = this.#open;
    if (!open) return this.#fault(`</${name}> closes nothing`, at);
    if (open.name === name) return open;
    const { parent } = open;
    if (parent?.name === name && this.#request.passOver?.(open)) {
      this.#request.repaired?.(`<${open.name}> has no end tag`, open.start);
      // Its apparent children become siblings; the text before it is what it should have contained.
      const index = parent.children.indexOf(open);
      const text = parent.children[index - 1]?.kind === 'text' ? 1 : 0;
      parent.children.splice(index - text, 1 + text, ...open.children);
      this.#depth -= 1;
      return parent;
    }
    return this.#fault(`found </${name}> where </${open.name}> is expected`, at);
  }

  #close(element: XmlElement): void {
    this.#open = element === this.#root ? undefined : element.parent;
    this.#depth -= 1;
  }

  #startTag(): void {
    const start = this.#at;
    const text = this.#text;
    const nameEnd = this.#tags.nameEnd(start + 1);
    const name = text.slice(start + 1, nameEnd);
    if (!this.#open && this.#root) this.#fault('there is a second root element', start);
    const { attributes, end } = this.#tags.attributes(nameEnd, start);
    const selfClosing = text.charCodeAt(end) === 0x2f;
    if (selfClosing && text.charCodeAt(end + 1) !== 0x3e) this.#fault('a tag is not closed', start);
    const openEnd = end + (selfClosing ? 2 : 1);
    const namespaces = this.#scope(attributes);
    const element = this.#element(name, attributes, namespaces, start, openEnd);
    if (this.#open) this.#open.children.push(element);
    else this.#root = element;
    this.#at = openEnd;
    if (selfClosing) return;
    this.#open = element;
    this.#depth += 1;
    if (this.#depth > this.#request.maxDepth) {
      throw limitError(this.#request.file, 'the depth of elements', this.#request.maxDepth);
    }
  }

  #element(
    name: string,
    attributes: readonly AttributeDraft[],
    namespaces: Namespaces,
    start: number,
    openEnd: number,
  ): XmlElement {
    const colon = name.indexOf(':');
    for (const attribute of attributes) {
      if (attribute.prefix !== '') attribute.uri = this.#uri(attribute.prefix, namespaces, attribute.nameStart);
    }
    return {
      kind: 'element',
      name,
      local: colon < 0 ? name : name.slice(colon + 1),
      uri: colon < 0 ? (namespaces[''] ?? '') : this.#uri(name.slice(0, colon), namespaces, start),
      attributes,
      children: [],
      parent: this.#open ?? this.#request.parent,
      namespaces,
      start,
      openEnd,
      closeStart: openEnd,
      end: openEnd,
    };
  }

  #uri(prefix: string, namespaces: Namespaces, at: number): string {
    const uri = namespaces[prefix];
    if (uri !== undefined) return uri;
    const lenient = this.#request.lenientPrefixes?.[prefix];
    if (lenient === undefined) return this.#fault(`the prefix "${prefix}" is not declared`, at);
    this.#request.repaired?.(`the prefix "${prefix}" is not declared`, at);
    return lenient;
  }

  /** Returns the namespaces inside an element: those around it, and its own declarations. */
  #scope(attributes: readonly AttributeDraft[]): Namespaces {
    const outer = this.#open?.namespaces ?? this.#request.namespaces ?? ownPrefixes;
    let own: Record<string, string> | undefined;
    for (const { name, value } of attributes) {
      if (name === 'xmlns') (own ??= { ...outer })[''] = value;
      else if (name.startsWith('xmlns:')) (own ??= { ...outer })[name.slice(6)] = value;
    }
    return own ?? outer;
  }

  #bang(): void {
    const text = this.#text;
    const start = this.#at;
    if (text.startsWith('<!--', start)) this.#comment(start);
    else if (text.startsWith('<![CDATA[', start) && this.#open) {
      const end = text.indexOf(']]>', start + 9);
      if (end < 0) this.#fault('a CDATA section is not closed', start);
      const content = text.slice(start + 9, end).replaceAll(/\r\n?/gu, '\n');
      this.#open.children.push({ kind: 'text', text: content, start, end: end + 3, cdata: true });
      this.#at = end + 3;
    } else if (text.startsWith('<!DOCTYPE', start) && !this.#root) this.#doctypeAt(start);
    else this.#fault('"<!" starts nothing here', start);
  }

  #comment(start: number): void {
    const dashes = this.#text.indexOf('--', start + 4);
    if (dashes < 0) this.#fault('a comment is not closed', start);
    if (this.#text.charAt(dashes + 2) !== '>') this.#fault('a comment contains "--"', dashes);
    this.#at = dashes + 3;
    this.#open?.children.push({ kind: 'comment', start, end: this.#at });
  }

  #instruction(): void {
    const start = this.#at;
    const nameEnd = this.#tags.nameEnd(start + 2);
    const end = this.#text.indexOf('?>', nameEnd);
    if (end < 0) this.#fault('a processing instruction is not closed', start);
    if (/^xml$/iu.test(this.#text.slice(start + 2, nameEnd)))
      this.#fault('an XML declaration is not at the start', start);
    this.#at = end + 2;
    this.#open?.children.push({ kind: 'instruction', start, end: this.#at });
  }

  #doctypeAt(start: number): void {
    const end = doctypeEnd(this.#text, start);
    if (end < 0 || this.#decoder.doctype !== noDoctype) this.#fault('the document type is not well-formed', start);
    const { maxExpansion, file } = this.#request;
    const read = readDoctype(this.#text.slice(start, end), maxExpansion);
    if ('entities' in read) this.#decoder.doctype = read;
    else if (read.limit) throw limitError(file, read.problem, maxExpansion);
    else this.#fault(read.problem, start + read.index);
    this.#at = end;
  }

  #fault(problem: string, index: number): never {
    throw new XmlFault(problem, index);
  }
}
