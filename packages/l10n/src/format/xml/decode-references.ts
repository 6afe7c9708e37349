import { limitError } from '../format-error.js';
import { NextPosition } from '../text/next-position.js';
import { noDoctype, type Doctype } from './doctype.js';
import { numericCharacter, ownEntity } from './reference.js';
import { XmlFault } from './xml-fault.js';

/** Limits of a file, and the entities that are known before it begins. */
export interface EntityRequest {
  readonly file: string;
  readonly maxExpansion: number;
  /** Number of characters that entities have expanded to, which all fragments of a file share. */
  readonly expansion?: { used: number };
  /** Entities declared before a fragment. */
  readonly doctype?: Doctype;
}

const maxNesting = 100;

/** Decodes the references and line ends of the texts and values of one file. */
export class ReferenceDecoder {
  doctype: Doctype;
  readonly #text: string;
  readonly #request: EntityRequest;
  readonly #expansion: { used: number };
  readonly #references: NextPosition;
  readonly #returns: NextPosition;
  #nesting = 0;

  constructor(text: string, request: EntityRequest) {
    this.#text = text;
    this.#request = request;
    this.doctype = request.doctype ?? noDoctype;
    this.#expansion = request.expansion ?? { used: 0 };
    this.#references = new NextPosition(text, '&');
    this.#returns = new NextPosition(text, '\r');
  }

  /** Decodes a range; in a value, all white space is a space. */
  decode(start: number, end: number, inValue: boolean): string {
    const [reference, lineEnd] = [this.#references.from(start), this.#returns.from(start)];
    let text = this.#text.slice(start, end);
    if (lineEnd < end) text = text.replaceAll(/\r\n?/gu, '\n');
    if (inValue && /[\t\n]/u.test(text)) text = text.replaceAll(/[\t\n]/gu, ' ');
    if (reference >= end) return text;
    let at = start - 1;
    // Each reference of the text begins with the next `&` of the file.
    return this.#resolve(text, () => (at = this.#text.indexOf('&', at + 1)));
  }

  #resolve(text: string, indexOfNext: () => number): string {
    return text.replaceAll(/&([^;&\s<]*)(;?)/gu, (_, name: string, semicolon: string) => {
      const at = indexOfNext();
      const known = semicolon === '' ? undefined : (ownEntity(name) ?? numericCharacter(name));
      return known ?? this.#declared(name, semicolon, at);
    });
  }

  #declared(name: string, semicolon: string, at: number): string {
    const { file, maxExpansion } = this.#request;
    const value = semicolon === '' ? undefined : this.doctype.entities.get(name);
    if (this.doctype.external.has(name)) throw new XmlFault(`the entity "${name}" is defined in another file`, at);
    if (value === undefined) throw new XmlFault(`"&${name}${semicolon}" is not a known reference`, at);
    this.#expansion.used += value.length;
    if (this.#expansion.used > maxExpansion) throw limitError(file, 'the length of expanded entities', maxExpansion);
    if (value.includes('<')) throw new XmlFault(`the entity "${name}" contains markup, which is not supported`, at);
    if (this.#nesting > maxNesting) throw new XmlFault(`the entity "${name}" contains itself`, at);
    this.#nesting += 1;
    const text = this.#resolve(value, () => at);
    this.#nesting -= 1;
    return text;
  }
}
