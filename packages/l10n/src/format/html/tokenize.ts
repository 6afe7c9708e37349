import type { ScannedEntry } from '../text/scan-entries.js';
import { templateAt } from '../code/template.js';
import { foreignElements, integrationElements, rawElements } from './element-table.js';
import { endMark, ServerCode } from './server-code.js';
import { nameEnd, tagEnd, type AttributeWatch } from './tag-end.js';

/** One token of an HTML file, by its range in the text. `other` is a comment, doctype, instruction or section. */
export class HtmlToken implements ScannedEntry<HtmlToken> {
  readonly kind: 'text' | 'raw' | 'open' | 'close' | 'other';
  readonly start: number;
  readonly end: number;
  /** Name of a tag, in lower case. */
  readonly name: string;
  /** True for a start tag that ends its element itself. */
  readonly closed: boolean;
  /** False for a tag that has none of the attributes that are looked for. */
  readonly watched: boolean;

  constructor(kind: HtmlToken['kind'], start: number, end: number, name = '', closed = false, watched = false) {
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.name = name;
    this.closed = closed;
    this.watched = watched;
  }

  get entry(): HtmlToken {
    return this;
  }
}

const templateReach = 1100;
const LESS = 60;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const PERCENT = 37;

/** Cuts HTML into tokens as browsers do, except that code of templates and servers is never cut. */
export class HtmlScanner {
  readonly #xml: boolean;
  /** Open element whose content has no tags. */
  #raw: string | undefined;
  /** Open elements of other vocabularies, and those of HTML in them. */
  readonly #foreign: string[] = [];
  readonly #server = new ServerCode();
  readonly #watch: AttributeWatch | undefined;

  constructor({ xml, watch }: { readonly xml: boolean; readonly watch?: AttributeWatch }) {
    this.#xml = xml;
    this.#watch = watch;
  }

  /** Scans the token at a position; undefined when the text ends before the token does. */
  readonly scan = (text: string, at: number, isLast: boolean): ScannedEntry<HtmlToken> | undefined => {
    return this.#raw === undefined ? this.#token(text, at, isLast) : this.#rawText(this.#raw, text, at, isLast);
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
    let from = text.charCodeAt(start) === LESS ? start + 1 : start;
    for (let at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', from)) {
      const beyond = behindTemplates(text, from, at, isLast);
      if (beyond === undefined || (!isLast && at + 9 > text.length)) return undefined;
      const begins = beyond <= at ? this.#begins(text, at, isLast) : false;
      if (begins === undefined) return undefined;
      if (begins) return new HtmlToken('text', start, at);
      from = Math.max(at + 1, beyond);
    }
    return isLast ? new HtmlToken('text', start, text.length) : undefined;
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
      if (abrupt !== null) return new HtmlToken('other', at, at + 4 + abrupt[0].length);
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
    const behind = nameEnd(text, from);
    const watch = this.#watch;
    if (watch) watch.isSeen = false;
    const end = tagEnd(text, behind, this.#server, watch);
    // Browsers drop a tag that the file ends in.
    if (end === undefined) return isLast ? new HtmlToken('other', at, text.length) : undefined;
    const name = text.slice(from, behind).toLowerCase();
    const closes = text.charCodeAt(end - 2) === SLASH && (this.#xml || this.#inForeign || foreignElements.has(name));
    if (kind === 'close') this.#leave(name);
    else if (!closes) this.#enter(name);
    return new HtmlToken(kind, at, end, name, closes, watch?.isSeen);
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
    return new HtmlToken(rawElements.get(name) === 'references' ? 'text' : 'raw', at, end ?? text.length);
  }
}

/** Finds the end of the templates before a `<`; undefined when more text has to decide. */
function behindTemplates(text: string, from: number, less: number, isLast: boolean): number | undefined {
  if (!text.slice(from, less).includes('{')) return from;
  let at = from;
  for (let brace = text.indexOf('{', at); brace >= 0 && brace < less; brace = text.indexOf('{', at)) {
    const template = templateAt(text, brace);
    if (template === '' && !isLast && text.length - brace < templateReach) return undefined;
    at = brace + Math.max(1, template.length);
  }
  return at;
}

const commentEnd = /--!?>/g;

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** Makes a token without content; one that is not closed lasts to the end of the file. */
function other(at: number, end: number | undefined, text: string, isLast: boolean): HtmlToken | undefined {
  return end === undefined && !isLast ? undefined : new HtmlToken('other', at, end ?? text.length);
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
