import type { ScannedEntry } from '../text/scan-entries.js';
import { templateAt } from '../code/template.js';
import { foreignElements, integrationElements, rawElements } from './element-table.js';
import { endMark, ServerCode } from './server-code.js';
import { tagEnd } from './tag-end.js';

/** One token of an HTML file, by its range in the text. `other` is a comment, doctype, instruction or section. */
export interface HtmlToken {
  readonly kind: 'text' | 'raw' | 'open' | 'close' | 'other';
  readonly start: number;
  readonly end: number;
  /** Name of a tag, in lower case. */
  readonly name: string;
  /** True for a start tag that ends its element itself. */
  readonly closed: boolean;
}

const templateReach = 1100;
const [LESS, SLASH, BANG, QUESTION, PERCENT] = [60, 47, 33, 63, 37];
const textStop = /<|\{[{%]/g;
const nameStop = /[ \t\n\f\r/>]/g;

/** Cuts HTML into tokens as browsers do, except that code of templates and servers is never cut. */
export class HtmlScanner {
  readonly #xml: boolean;
  /** Open element whose content has no tags. */
  #raw: string | undefined;
  /** Open elements of other vocabularies, and those of HTML in them. */
  readonly #foreign: string[] = [];
  readonly #server = new ServerCode();

  constructor({ xml }: { readonly xml: boolean }) {
    this.#xml = xml;
  }

  /** Scans the token at a position; undefined when the text ends before the token does. */
  readonly scan = (text: string, at: number, isLast: boolean): ScannedEntry<HtmlToken> | undefined => {
    const found = this.#raw === undefined ? this.#token(text, at, isLast) : this.#rawText(this.#raw, text, at, isLast);
    return found === undefined ? undefined : { end: found.end, entry: found };
  };

  #token(text: string, at: number, isLast: boolean): HtmlToken | undefined {
    if (text.charCodeAt(at) === LESS) {
      if (!isLast && at + 9 > text.length) return undefined;
      const begins = this.#begins(text, at, isLast);
      if (begins === undefined) return undefined;
      if (begins) return this.#markup(text, at, isLast);
    }
    return this.#text(text, at, isLast);
  }

  /** Finds the end of a text: the next markup, beyond templates. */
  #text(text: string, start: number, isLast: boolean): HtmlToken | undefined {
    textStop.lastIndex = text.charCodeAt(start) === LESS ? start + 1 : start;
    for (let stop = textStop.exec(text); stop !== null; stop = textStop.exec(text)) {
      const { index } = stop;
      if (text.charCodeAt(index) === LESS) {
        if (!isLast && index + 9 > text.length) return undefined;
        const begins = this.#begins(text, index, isLast);
        if (begins === undefined) return undefined;
        if (begins) return token('text', start, index);
        textStop.lastIndex = index + 1;
      } else {
        const template = templateAt(text, index);
        if (template === '' && !isLast && text.length - index < templateReach) return undefined;
        textStop.lastIndex = index + Math.max(1, template.length);
      }
    }
    return isLast ? token('text', start, text.length) : undefined;
  }

  /** True when a `<` begins markup, and is not text; undefined when more text has to decide. */
  #begins(text: string, at: number, isLast: boolean): boolean | undefined {
    const next = text.charCodeAt(at + 1);
    if (isLetter(next) || next === BANG || next === QUESTION) return true;
    if (next === SLASH) return at + 2 < text.length;
    if (next !== PERCENT) return false;
    return this.#server.endAt(text, at) === undefined ? (isLast ? false : undefined) : true;
  }

  #markup(text: string, at: number, isLast: boolean): HtmlToken | undefined {
    const next = text.charCodeAt(at + 1);
    if (isLetter(next)) return this.#tag(text, at, isLast, 'open');
    if (next === BANG) return this.#declaration(text, at, isLast);
    if (next === SLASH && isLetter(text.charCodeAt(at + 2))) return this.#tag(text, at, isLast, 'close');
    const isCode = endMark(text, at) !== undefined;
    return other(at, isCode ? this.#server.endAt(text, at) : after(text, '>', at + 2), text, isLast);
  }

  #declaration(text: string, at: number, isLast: boolean): HtmlToken | undefined {
    if (text.startsWith('<!--', at)) {
      const abrupt = /^-?>/.exec(text.slice(at + 4, at + 6));
      if (abrupt !== null) return token('other', at, at + 4 + abrupt[0].length);
      commentEnd.lastIndex = at + 4;
      return other(at, commentEnd.test(text) ? commentEnd.lastIndex : undefined, text, isLast);
    }
    const isSection = text.startsWith('<![CDATA[', at) && (this.#xml || this.#inForeign);
    return other(at, after(text, isSection ? ']]>' : '>', at + 2), text, isLast);
  }

  get #inForeign(): boolean {
    const last = this.#foreign.at(-1);
    return last !== undefined && foreignElements.has(last);
  }

  #tag(text: string, at: number, isLast: boolean, kind: 'open' | 'close'): HtmlToken | undefined {
    const from = kind === 'open' ? at + 1 : at + 2;
    nameStop.lastIndex = from;
    const nameEnd = nameStop.exec(text)?.index;
    const end = nameEnd === undefined ? undefined : tagEnd(text, nameEnd, this.#server);
    // Browsers drop a tag that the file ends in.
    if (nameEnd === undefined || end === undefined) return isLast ? token('other', at, text.length) : undefined;
    const name = text.slice(from, nameEnd).toLowerCase();
    const closes = text.charCodeAt(end - 2) === SLASH && (this.#xml || this.#inForeign || foreignElements.has(name));
    if (kind === 'close') this.#leave(name);
    else if (!closes) this.#enter(name);
    return { kind, start: at, end, name, closed: closes };
  }

  #enter(name: string): void {
    if (foreignElements.has(name) || (this.#foreign.length > 0 && integrationElements.has(name)))
      this.#foreign.push(name);
    else if (rawElements.has(name) && !this.#inForeign) this.#raw = name;
  }

  #leave(name: string): void {
    if (this.#foreign.at(-1) === name) this.#foreign.pop();
  }

  /** Scans the content of an element without tags, up to its end tag. */
  #rawText(name: string, text: string, at: number, isLast: boolean): HtmlToken | undefined {
    const end = name === 'script' ? scriptEnd(text, at) : rawEnd(name, text, at);
    if (end === undefined && !isLast) return undefined;
    this.#raw = undefined;
    if (end === at) return this.#token(text, at, isLast);
    return token(rawElements.get(name) === 'references' ? 'text' : 'raw', at, end ?? text.length);
  }
}

const commentEnd = /--!?>/g;

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

function token(kind: HtmlToken['kind'], start: number, end: number): HtmlToken {
  return { kind, start, end, name: '', closed: false };
}

/** Makes a token without content; one that is not closed lasts to the end of the file. */
function other(at: number, end: number | undefined, text: string, isLast: boolean): HtmlToken | undefined {
  return end === undefined && !isLast ? undefined : token('other', at, end ?? text.length);
}

function after(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from);
  return at < 0 ? undefined : at + mark.length;
}

const rawEnds = new Map<string, RegExp>();

function rawEnd(name: string, text: string, at: number): number | undefined {
  if (name === 'plaintext') return undefined;
  const pattern = rawEnds.get(name) ?? new RegExp(`</${name}(?=[ \\t\\n\\f\\r/>])`, 'gi');
  rawEnds.set(name, pattern);
  pattern.lastIndex = at;
  return pattern.exec(text)?.index;
}

const scriptMark = /<!--|-->|<(\/?)script(?=[ \t\n\f\r/>])/gi;

/** Finds the end tag of a script; in a comment, a script may hold another one. */
function scriptEnd(text: string, at: number): number | undefined {
  let [escaped, doubly] = [false, false];
  scriptMark.lastIndex = at;
  for (let found = scriptMark.exec(text); found !== null; found = scriptMark.exec(text)) {
    const [mark, slash] = found;
    if (mark === '<!--') escaped = true;
    else if (mark === '-->') [escaped, doubly] = [false, false];
    else if (slash === '') doubly ||= escaped;
    else if (doubly) doubly = false;
    else return found.index;
  }
  return undefined;
}
