import type { EntryBatch } from '../text/scan-entries.js';
import { attributeValue, decodeAttribute, parseAttributes, type HtmlAttribute } from './attribute.js';
import { BlockContent, type BlockText, type FilePlace, type TagAttribute } from './block-content.js';
import { defaultRoles, voidElements, type ElementRole } from './element-table.js';
import { codePiece, trimmed } from './inline-piece.js';
import { OpenElements, type OpenElement } from './open-elements.js';
import type { HtmlOptions } from './options.js';
import { AttributeWatch } from './tag-end.js';
import type { HtmlToken } from './tokenize.js';
import { attributePicker, type PickAttribute } from './translatable-attribute.js';

/** An attribute in a tag of its own, outside of texts. */
export interface FoundAttribute extends FoundRange {
  readonly kind: 'attribute';
  readonly tag: string;
  readonly anchor: string;
  readonly name: string;
  readonly raw: string;
  readonly quote: string;
}

interface FoundRange {
  readonly offset: number;
  readonly length: number;
}

/** The language that a tag names. */
export interface FoundLanguage extends FoundRange {
  readonly kind: 'language';
  readonly value: string;
}

/** The text between two boundaries. */
export interface FoundText {
  readonly kind: 'text';
  readonly text: BlockText;
  readonly element: string;
  readonly anchor: string;
  readonly preserve: boolean;
  /** Place at which its start tag takes another attribute; absent for a tag that has a direction. */
  readonly directionAt?: FilePlace | undefined;
  /** Attributes of tags between its start tag and its text. */
  readonly before: readonly (FoundAttribute | FoundLanguage)[];
}

/** JSON-LD in a script. */
export interface FoundData extends FoundRange {
  readonly kind: 'data';
  readonly raw: string;
}

/** One thing that a file holds for a reader, in order. */
export type FoundItem = FoundText | FoundAttribute | FoundLanguage | FoundData;

/** An element that is one code, or bytes, with all of its content. */
interface Skipped {
  readonly name: string;
  readonly depth: number;
  readonly use: 'code' | 'data' | 'bytes';
  /** Element around it, which may end before it does. */
  readonly around: OpenElement;
}

/** Facts of a start tag from its attributes. */
interface TagFacts {
  readonly translate: boolean;
  readonly anchor: string;
  readonly attributes: readonly TagAttribute[];
  readonly isData: boolean;
  readonly hasDirection: boolean;
}

const noAttributes: readonly TagAttribute[] = [];

/** Finds texts, attributes and languages in the tokens of a file. */
export class TextFinder {
  readonly #roles: ReadonlyMap<string, ElementRole>;
  readonly #pick: PickAttribute;
  readonly #elements = new OpenElements();
  readonly #content = new BlockContent();
  #found: FoundItem[] = [];
  #directionAt: FilePlace | undefined;
  #skipped: Skipped | undefined;

  constructor(options: HtmlOptions) {
    const own = Object.entries(options.elements);
    this.#roles = own.length === 0 ? defaultRoles : new Map([...defaultRoles, ...own]);
    this.#pick = attributePicker(options);
  }

  /** Takes the tokens of a batch; returns what is complete. */
  take(batch: EntryBatch<HtmlToken>): readonly FoundItem[] {
    for (const token of batch.entries) this.#token(token, batch);
    return this.#taken();
  }

  end(): readonly FoundItem[] {
    this.#flush(this.#elements.top);
    return this.#taken();
  }

  #taken(): readonly FoundItem[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #token(token: HtmlToken, { text, bytes }: EntryBatch<HtmlToken>): void {
    const { start, end } = token;
    const raw = text.slice(start, end);
    const place = { index: start, bytes };
    if (this.#skipped === undefined) this.#use(token, raw, place);
    else this.#skip(token, raw, place, this.#skipped);
  }

  #use(token: HtmlToken, raw: string, place: FilePlace): void {
    if (token.kind === 'text') this.#text(raw, place);
    else if (token.kind === 'open') this.#open(token, raw, place);
    else if (token.kind === 'close') this.#close(token.name, raw, place);
    else if (!this.#content.isEmpty) this.#content.code(codePiece('ph', raw, 'comment', 'code:markup'), place);
  }

  #text(raw: string, place: FilePlace): void {
    if (this.#content.isEmpty && trimmed(raw, true, false) === '') return;
    if (this.#elements.top.translate) this.#content.text(raw, place);
  }

  #open(token: HtmlToken, raw: string, place: FilePlace): void {
    const { name } = token;
    const role = this.#roles.get(name) ?? 'inline';
    const isBoundary = isBlock(role);
    if (isBoundary) this.#flush(this.#elements.top);
    this.#elements.imply(name);
    const facts = this.#facts(token, raw, place);
    if (isBoundary) this.#boundary(facts, raw, place);
    else this.#inText(token, role, facts, raw, place);
    if (token.closed || voidElements.has(name)) return;
    this.#elements.push({ name, role, translate: facts.translate, anchor: facts.anchor });
  }

  /** Notes the attributes of a tag between blocks, and where its text may get a direction. */
  #boundary({ attributes, hasDirection }: TagFacts, raw: string, { index, bytes }: FilePlace): void {
    for (const attribute of attributes) this.#found.push(toItem(attribute));
    this.#directionAt = hasDirection || raw.endsWith('/>') ? undefined : { index: index + raw.length - 1, bytes };
  }

  #inText(token: HtmlToken, role: ElementRole, facts: TagFacts, raw: string, place: FilePlace): void {
    const { name } = token;
    const isEmpty = token.closed || voidElements.has(name);
    if (role !== 'skip' && facts.translate) {
      this.#content.code(codePiece(isEmpty ? 'ph' : 'open', raw, name), place, facts.attributes);
      return;
    }
    const around = this.#elements.top;
    // At the edge of a text it is no part of it.
    const isEdge = role === 'skip' && this.#content.isEmpty && facts.attributes.length === 0;
    const isCode = around.block.translate && !facts.isData && !isEdge;
    if (facts.isData) this.#flush(around);
    const type = role === 'skip' ? 'code:markup' : 'code:placeholder';
    if (isCode) this.#content.code(codePiece('ph', raw, name, type), place, facts.attributes);
    const use = facts.isData ? 'data' : isCode ? 'code' : 'bytes';
    if (!isEmpty) this.#skipped = { name, depth: this.#elements.depth, use, around };
  }

  #close(name: string, raw: string, place: FilePlace): void {
    const ends = isBlock(this.#roles.get(name) ?? 'inline');
    if (ends) this.#flush(this.#elements.top);
    else if (!this.#content.isEmpty) this.#content.code(codePiece('close', raw, name), place);
    this.#elements.close(name, ends);
  }

  /** Passes the tokens of an element that is one code, up to the tag that ends it. */
  #skip(token: HtmlToken, raw: string, place: FilePlace, skipped: Skipped): void {
    const { depth, use } = skipped;
    if (use === 'data' && token.kind === 'raw')
      this.#found.push({ kind: 'data', raw, ...rangeAt(place, 0, raw.length) });
    this.#follow(token, depth);
    const isOpen = this.#elements.depth > depth;
    const isOwn = token.kind === 'close' && token.name === skipped.name && this.#elements.depth === depth;
    if (use === 'code' && (isOpen || isOwn)) this.#content.extend(raw);
    if (isOpen) return;
    this.#skipped = undefined;
    if (isOwn) return;
    // It was left open, and ended with the element around it.
    this.#flush(skipped.around);
    if (token.kind === 'open') this.#open(token, raw, place);
  }

  #follow({ kind, name, closed }: HtmlToken, depth: number): void {
    const role = this.#roles.get(name) ?? 'inline';
    if (kind === 'close') this.#elements.close(name, isBlock(role));
    if (kind !== 'open') return;
    this.#elements.imply(name);
    if (closed || voidElements.has(name) || this.#elements.depth <= depth) return;
    this.#elements.push({ name, role, translate: false, anchor: '' });
  }

  /** Completes the text up to a boundary. */
  #flush({ block, preserve }: OpenElement): void {
    const directionAt = this.#directionAt;
    this.#directionAt = undefined;
    if (this.#content.isEmpty) return;
    const text = this.#content.take(preserve);
    if (!('runs' in text)) {
      for (const attribute of text) this.#found.push(toItem(attribute));
      return;
    }
    const before = text.before.map(toItem);
    this.#found.push({ kind: 'text', text, element: block.name, anchor: block.anchor, preserve, directionAt, before });
    for (const attribute of text.behind) this.#found.push(toItem(attribute));
  }

  /** Reads the attributes that matter; most tags have none of them. */
  #facts({ name, watched }: HtmlToken, raw: string, place: FilePlace): TagFacts {
    const { translate, anchor } = this.#elements.top;
    if (!watched) return { translate, anchor, attributes: noAttributes, isData: false, hasDirection: false };
    return this.#watchedFacts(name, raw, place, { translate, anchor });
  }

  #watchedFacts(name: string, raw: string, place: FilePlace, around: Pick<TagFacts, 'translate' | 'anchor'>): TagFacts {
    const all = raw.includes('<', 1) && /<[?%]/.test(raw) ? [] : parseAttributes(raw);
    const translate = translatable(all) ?? around.translate;
    const id = all.find((one) => one.name === 'id');
    const anchor = (id === undefined ? '' : decodeAttribute(id.raw).trim()) || around.anchor;
    const attributes: TagAttribute[] = [];
    for (const attribute of all) {
      if (isLanguage(attribute) || (translate && this.#pick(name, attribute, all)))
        attributes.push({ tag: name, anchor, attribute, place });
    }
    const isData = name === 'script' && translate && isJsonLd(attributeValue(all, 'type'));
    return { translate, anchor, attributes, isData, hasDirection: all.some((one) => one.name === 'dir') };
  }
}

function isJsonLd(type: string | undefined): boolean {
  return type?.trim().toLowerCase() === 'application/ld+json';
}

function isBlock(role: ElementRole): boolean {
  return role === 'block' || role === 'preserve';
}

function translatable(attributes: readonly HtmlAttribute[]): boolean | undefined {
  const value = attributeValue(attributes, 'translate')?.trim().toLowerCase();
  if (value === undefined) return undefined;
  return value === 'no' ? false : value === 'yes' || value === '' ? true : undefined;
}

/** True for an attribute that names the language of its element. */
export function isLanguage({ name }: HtmlAttribute): boolean {
  return name === 'lang' || name === 'xml:lang';
}

function toItem({ tag, anchor, attribute, place }: TagAttribute): FoundAttribute | FoundLanguage {
  const { name, raw, quote, start, end } = attribute;
  if (isLanguage(attribute)) {
    const value = decodeAttribute(raw);
    return { kind: 'language', value, ...rangeAt(place, start + quote.length, end - quote.length) };
  }
  return { kind: 'attribute', tag, anchor, name, raw, quote, ...rangeAt(place, start, end) };
}

function rangeAt({ index, bytes }: FilePlace, start: number, end: number): FoundRange {
  const offset = bytes.byteAt(index + start);
  return { offset, length: bytes.byteAt(index + end) - offset };
}

const watches = new Map<string, AttributeWatch>();
const maxWatches = 100;

/** Returns a watch for the attributes that are read; files with equal options share one. */
export function attributeWatch({ attributes }: HtmlOptions): AttributeWatch {
  const names = [...attributes, 'content', 'value', 'lang', 'xml:lang', 'translate', 'id', 'dir', 'type'];
  const key = names.join(' ');
  const watch = watches.get(key) ?? new AttributeWatch(names);
  if (watches.size >= maxWatches) watches.clear();
  watches.set(key, watch);
  return watch;
}
