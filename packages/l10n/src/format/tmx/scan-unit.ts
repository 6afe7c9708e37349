import { findIllegal } from '../xml/reference.js';
import { decodeText } from './decode-text.js';
import type { TmxAttributes, TmxRemark } from './tmx-unit.js';

/** A unit by its tags; the texts of its languages have no codes. */
export interface PlainUnit {
  readonly attributes: TmxAttributes;
  readonly remarks: readonly TmxRemark[];
  readonly variants: readonly PlainVariant[];
}

export interface PlainVariant {
  readonly attributes: TmxAttributes;
  readonly remarks: readonly TmxRemark[];
  readonly text: string;
}

const startTag = /<(tu|tuv|prop|note)((?:\s+[A-Za-z][\w.:-]*\s*=\s*"[^"<>&\r\n\t]*")*)\s*>\s*/gy;
const endTag = /<\/(tuv|tu)\s*>\s*/gy;
const attribute = /([A-Za-z][\w.:-]*)\s*=\s*"([^"]*)"/g;

/**
 * Scans a unit of the common kind: regular tags, texts without codes. Returns undefined for any other, which is left to
 * the parser; so the parser would read the same.
 */
export function scanUnit(text: string): PlainUnit | undefined {
  return findIllegal(text) < 0 ? new UnitScanner(text).unit() : undefined;
}

const noAttributes: TmxAttributes = Object.freeze({});
const noRemarks: readonly TmxRemark[] = Object.freeze([]);

class UnitScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  unit(): PlainUnit | undefined {
    const attributes = this.#start('tu');
    const remarks = attributes && this.#remarks();
    if (!remarks) return undefined;
    const variants: PlainVariant[] = [];
    while (this.#text.startsWith('<tuv', this.#at)) {
      const variant = this.#variant();
      if (!variant) return undefined;
      variants.push(variant);
    }
    return this.#end('tu') && this.#at === this.#text.length ? { attributes, remarks, variants } : undefined;
  }

  #variant(): PlainVariant | undefined {
    const attributes = this.#start('tuv');
    const remarks = attributes && this.#remarks();
    if (!remarks || !this.#text.startsWith('<seg>', this.#at)) return undefined;
    this.#at += 5;
    const text = this.#content('</seg>');
    this.#space();
    return text !== undefined && this.#end('tuv') ? { attributes, remarks, text } : undefined;
  }

  #remarks(): readonly TmxRemark[] | undefined {
    let remarks: TmxRemark[] | undefined;
    for (;;) {
      const kind = this.#text.startsWith('<prop', this.#at)
        ? 'prop'
        : this.#text.startsWith('<note', this.#at)
          ? 'note'
          : undefined;
      if (kind === undefined) return remarks ?? noRemarks;
      const start = this.#at;
      const attributes = this.#start(kind);
      if (!attributes) return undefined;
      // The white space after this tag is content.
      this.#at = this.#text.indexOf('>', start) + 1;
      const text = this.#content(`</${kind}>`);
      if (text === undefined) return undefined;
      this.#space();
      (remarks ??= []).push({ kind, attributes, text });
    }
  }

  /** Returns the text up to an end tag, without any other tag. */
  #content(end: string): string | undefined {
    const at = this.#text.indexOf('<', this.#at);
    if (at < 0 || !this.#text.startsWith(end, at)) return undefined;
    const text = decodeText(this.#text.slice(this.#at, at));
    this.#at = at + end.length;
    return text;
  }

  #start(name: string): TmxAttributes | undefined {
    startTag.lastIndex = this.#at;
    const match = startTag.exec(this.#text);
    if (match?.[1] !== name) return undefined;
    this.#at = startTag.lastIndex;
    return match[2] === '' ? noAttributes : readAttributes(match[2] ?? '');
  }

  #end(name: string): boolean {
    endTag.lastIndex = this.#at;
    const match = endTag.exec(this.#text);
    this.#at = endTag.lastIndex;
    return match?.[1] === name;
  }

  #space(): void {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 0x20) this.#at += 1;
  }
}

/** Cache: tags recur by the million, and are parsed once. */
const known = new Map<string, TmxAttributes>();
const maxKnown = 100;

/** Parses attributes; undefined for duplicate names, and for those that a namespace may change. */
function readAttributes(text: string): TmxAttributes | undefined {
  const same = known.get(text);
  if (same !== undefined) return same;
  const attributes: Record<string, string> = {};
  attribute.lastIndex = 0;
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    const [, name = '', value = ''] = match;
    if (Object.hasOwn(attributes, name) || name.startsWith('xmlns')) return undefined;
    if (name.includes(':') && name !== 'xml:lang') return undefined;
    attributes[name] = value;
  }
  if (known.size < maxKnown) known.set(text, Object.freeze(attributes));
  return attributes;
}
