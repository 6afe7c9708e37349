import { limitError } from '../format-error.js';
import type { NextPosition } from '../text/next-position.js';
import type { ReferenceDecoder } from './decode-references.js';
import { XmlFault } from './xml-fault.js';
import { findNameEnd } from './xml-name.js';
import type { XmlAttribute } from './xml-node.js';

/** An attribute whose prefix is not resolved yet: its element may declare it later. */
export interface AttributeDraft extends XmlAttribute {
  readonly prefix: string;
  uri: string;
}

const noAttributes: readonly AttributeDraft[] = Object.freeze([]);
/** The most attributes of an element: a search through few is faster than an index, and nobody writes many. */
const MAX_ATTRIBUTES = 1000;

/** Reads the inside of the tags of one file. */
export class TagReader {
  readonly #file: string;
  readonly #text: string;
  readonly #decoder: ReferenceDecoder;
  readonly #less: NextPosition;

  constructor(text: string, file: string, decoder: ReferenceDecoder, less: NextPosition) {
    this.#file = file;
    this.#text = text;
    this.#decoder = decoder;
    this.#less = less;
  }

  /** Returns where the name at a position ends. */
  nameEnd(start: number): number {
    const end = findNameEnd(this.#text, start);
    if (end < 0) throw new XmlFault('a name is expected', start);
    return end;
  }

  /** Passes white space. */
  afterSpace(from: number): number {
    let at = from;
    for (;;) {
      const code = this.#text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return at;
      at += 1;
    }
  }

  /** Reads the attributes of the tag that begins at `tag`, up to its `/` or `>`. */
  attributes(from: number, tag: number): { readonly attributes: readonly AttributeDraft[]; readonly end: number } {
    const text = this.#text;
    let attributes: AttributeDraft[] | undefined;
    let at = from;
    for (;;) {
      const next = this.afterSpace(at);
      const code = text.charCodeAt(next);
      if (code === 0x3e || code === 0x2f) return { attributes: attributes ?? noAttributes, end: next };
      if (!(next < text.length)) throw new XmlFault('a tag is not closed', tag);
      if (next === at) throw new XmlFault('there is no white space before an attribute', next);
      const draft = this.#attribute(next);
      attributes ??= [];
      if (attributes.length === MAX_ATTRIBUTES)
        throw limitError(this.#file, 'the number of attributes of an element', MAX_ATTRIBUTES);
      if (attributes.some(({ name }) => name === draft.name))
        throw new XmlFault(`the attribute "${draft.name}" occurs twice`, next);
      attributes.push(draft);
      at = draft.valueEnd + 1;
    }
  }

  #attribute(start: number): AttributeDraft {
    const text = this.#text;
    const nameEnd = this.nameEnd(start);
    const equals = this.afterSpace(nameEnd);
    if (text.charCodeAt(equals) !== 0x3d) throw new XmlFault('an attribute has no value', start);
    const open = this.afterSpace(equals + 1);
    const quote = text.charAt(open);
    if (quote !== '"' && quote !== "'") throw new XmlFault('a value is not quoted', open);
    const valueStart = open + 1;
    const valueEnd = text.indexOf(quote, valueStart);
    if (valueEnd < 0) throw new XmlFault('a value is not closed', open);
    const less = this.#less.from(valueStart);
    if (less < valueEnd) throw new XmlFault('a value contains "<"', less);
    const value = this.#decoder.decode(valueStart, valueEnd, true);
    const name = text.slice(start, nameEnd);
    const colon = name.indexOf(':');
    const prefix = colon < 0 ? '' : name.slice(0, colon);
    const local = colon < 0 ? name : name.slice(colon + 1);
    return { name, prefix, local, uri: '', value, nameStart: start, valueStart, valueEnd };
  }
}
