import type { Run } from '@helve/flow';
import { closeTag, openTag } from './block-start.js';
import { delimiterNode, pairDelimiters } from './emphasis.js';
import { entityAt } from './entity.js';
import type { DelimiterNode, InlineNode, LoneNode } from './inline-node.js';
import { expressionEnd, jsxTagEnd, maxExpression, type MarkdownDialect } from './jsx.js';
import { inlineTarget, labelAt, normalLabel } from './link-tail.js';
import { numberNodes } from './number-nodes.js';
import { templateAt } from '../code/template.js';

/** Tests whether the document defines a link label. */
export type IsDefined = (label: string) => boolean;

const special = /[\\`<[\]!*_~&\n{]|https?:\/\/|www\./g;
const punctuation = /[!-/:-@[-`{-~]/u;
const autolink = /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9][A-Za-z0-9.-]*)>/y;
const html = new RegExp(`${openTag}|${closeTag}`, 'y');
const rawHtml = /<!---?>|<!--[^]*?-->|<\?[^]*?\?>|<![A-Za-z][^>]*>|<!\[CDATA\[[^]*?\]\]>/y;
const bareUrl = /(?:https?:\/\/|www\.)[^\s<`]*/y;
const footnote = /\[\^[^\]\s]+\]/y;
const ticks = /`+/y;

/** Settings of inline Markdown. */
export interface InlineReading {
  readonly dialect?: MarkdownDialect;
  /** True when the text of code spans is content; otherwise each is one code. */
  readonly inlineCode?: boolean;
}

/** Parses inline Markdown to runs; lines end with a line feed and have no indentation. */
export function readInline(content: string, isDefined: IsDefined, reading: InlineReading = {}): Run[] {
  special.lastIndex = 0;
  if (!special.test(content)) return [{ kind: 'text', text: content }];
  return numberNodes(new InlineScanner(content, isDefined, reading).scan());
}

interface Bracket {
  /** Index of the bracket among the nodes and in the content, and the number of delimiters before it. */
  readonly node: number;
  readonly at: number;
  readonly delimiters: number;
  readonly image: boolean;
}

class InlineScanner {
  readonly #content: string;
  readonly #isDefined: IsDefined;
  readonly #mdx: boolean;
  readonly #opensCode: boolean;
  readonly #nodes: InlineNode[] = [];
  readonly #delimiters: DelimiterNode[] = [];
  readonly #brackets: Bracket[] = [];
  /** Brackets below this number cannot open a link, since they contain one. */
  #closedBelow = 0;
  #text = '';
  #at = 0;
  #pairs = 0;
  /** Backticks, and starts of comments and the like, that are not closed from here on. */
  readonly #endless = new Set<string>();

  /** Position from which expressions are searched. */
  #lookFrom = 0;

  constructor(content: string, isDefined: IsDefined, { dialect, inlineCode = false }: InlineReading) {
    this.#content = content;
    this.#isDefined = isDefined;
    this.#mdx = dialect === 'mdx';
    this.#opensCode = inlineCode;
  }

  scan(): readonly InlineNode[] {
    const content = this.#content;
    for (;;) {
      special.lastIndex = this.#at;
      const found = special.exec(content);
      this.#text += content.slice(this.#at, found?.index);
      if (!found) break;
      this.#at = found.index;
      this.#take(found[0]);
    }
    this.#flush();
    pairDelimiters(this.#delimiters, 0, this.#nextPair);
    return this.#nodes;
  }

  #take(mark: string): void {
    switch (mark) {
      case '\\':
        return this.#backslash();
      case '`':
        return this.#code();
      case '<':
        return this.#mdx ? this.#jsx() : this.#angle();
      case '[':
        return this.#openBracket(1);
      case '!':
        return this.#content[this.#at + 1] === '[' ? this.#openBracket(2) : this.#literal(1);
      case ']':
        return this.#closeBracket();
      case '&':
        return this.#entity();
      case '\n':
        return this.#lineEnd();
      case '{':
        return this.#mdx ? this.#expression() : this.#template();
      case '*':
      case '_':
      case '~':
        return this.#delimiter(mark);
      default:
        return this.#url();
    }
  }

  #backslash(): void {
    const next = this.#content[this.#at + 1] ?? '';
    if (next === '\n') return this.#lone({ type: 'struct:break', subType: 'md:break', data: '\\\n' });
    if (!punctuation.test(next)) return this.#literal(1);
    this.#text += next;
    this.#at += 2;
  }

  #code(): void {
    const fence = matchAt(ticks, this.#content, this.#at);
    const from = this.#at + fence.length;
    const end = this.#codeEnd(fence, from);
    if (end < 0) return this.#literal(fence.length);
    const inner = this.#content.slice(from, end);
    const spaced = /^[ \n][^]*[ \n]$/u.test(inner) && /[^ \n]/u.test(inner);
    const [open, close] = spaced ? [inner.charAt(0), inner.at(-1) ?? ''] : ['', ''];
    if (!this.#opensCode) {
      const equiv = inner.replaceAll(/\s+/gu, ' ').trim();
      return this.#lone({ type: 'code:placeholder', subType: 'md:code', data: fence + inner + fence, equiv });
    }
    const pair = this.#nextPair();
    const facts = { pair, type: 'fmt:code', subType: 'md:code' };
    this.#push({ kind: 'open', ...facts, data: fence + open });
    this.#text = inner.slice(open.length, inner.length - close.length);
    this.#push({ kind: 'close', ...facts, data: close + fence });
    this.#at = end + fence.length;
  }

  #codeEnd(fence: string, from: number): number {
    if (this.#endless.has(fence)) return -1;
    for (let at = this.#content.indexOf('`', from); at >= 0; at = this.#content.indexOf('`', at)) {
      const run = matchAt(ticks, this.#content, at).length;
      if (run === fence.length) return at;
      at += run;
    }
    this.#endless.add(fence);
    return -1;
  }

  #angle(): void {
    const link = matchAt(autolink, this.#content, this.#at);
    if (link !== '') {
      const type = link.includes(':') ? 'link:hyperlink' : 'link:email';
      return this.#lone({ type, subType: 'md:autolink', data: link });
    }
    const tag = matchAt(html, this.#content, this.#at);
    if (tag !== '') {
      this.#push({ kind: 'tag', data: tag });
      this.#at += tag.length;
      return;
    }
    const raw = this.#rawHtml();
    if (raw === '') this.#literal(1);
    else this.#lone({ type: 'code:markup', subType: 'md:html', data: raw });
  }

  #jsx(): void {
    const end = jsxTagEnd(this.#content, this.#at);
    if (end < 0) return this.#literal(1);
    this.#push({ kind: 'jsx', data: this.#content.slice(this.#at, end) });
    this.#at = end;
  }

  #expression(): void {
    const end = this.#at < this.#lookFrom ? -1 : expressionEnd(this.#content, this.#at);
    if (end < 0) {
      this.#lookFrom = Math.max(this.#lookFrom, this.#at + maxExpression);
      return this.#literal(1);
    }
    const data = this.#content.slice(this.#at, end);
    const type = /^\{\s*[\w$.]+\s*\}$/u.test(data) ? 'code:variable' : 'code:function';
    this.#lone({ type, subType: 'mdx:expression', data });
  }

  #rawHtml(): string {
    const kind = this.#content.slice(this.#at, this.#at + 3);
    if (!/^<[!?]/u.test(kind) || this.#endless.has(kind)) return '';
    const raw = matchAt(rawHtml, this.#content, this.#at);
    if (raw === '') this.#endless.add(kind);
    return raw;
  }

  #openBracket(length: number): void {
    const note = length === 1 ? matchAt(footnote, this.#content, this.#at) : '';
    if (note !== '' && this.#content[this.#at + note.length] !== '(') {
      return this.#lone({ type: 'struct:footnote', subType: 'md:footnote', data: note });
    }
    const { length: delimiters } = this.#delimiters;
    this.#flush();
    this.#brackets.push({ node: this.#nodes.length, at: this.#at, delimiters, image: length === 2 });
    this.#push({ kind: 'text', text: this.#content.slice(this.#at, this.#at + length) });
    this.#at += length;
  }

  #closeBracket(): void {
    const opener = this.#brackets.pop();
    if (!opener) return this.#literal(1);
    const dead = !opener.image && this.#brackets.length < this.#closedBelow;
    this.#closedBelow = Math.min(this.#closedBelow, this.#brackets.length);
    const tail = dead ? undefined : this.#tail(opener);
    if (!tail) return this.#literal(1);
    if (opener.image) this.#image(opener, tail);
    else this.#link(opener, tail);
    this.#at = tail.end;
  }

  /** Parses the target after the text of a link; one without a label uses its text. */
  #tail(opener: Bracket): { readonly data: string; readonly end: number } | undefined {
    const next = this.#at + 1;
    const inline = inlineTarget(this.#content, next);
    if (inline) return { data: this.#content.slice(this.#at, inline.end), end: inline.end };
    const own = this.#content[next] === '[' ? labelAt(this.#content, next) : undefined;
    if (own !== undefined) {
      return this.#isDefined(normalLabel(own.slice(1, -1))) ? { data: `]${own}`, end: next + own.length } : undefined;
    }
    const from = opener.at + (opener.image ? 2 : 1);
    const text = this.#at - from > 999 ? '' : this.#content.slice(from, this.#at);
    const isLabel = labelAt(`[${text}]`, 0)?.length === text.length + 2;
    if (!isLabel || !this.#isDefined(normalLabel(text))) return undefined;
    const end = this.#content.startsWith('[]', next) ? next + 2 : next;
    return { data: `][${text}]`, end };
  }

  #link(opener: Bracket, tail: { readonly data: string }): void {
    this.#flush();
    pairDelimiters(this.#delimiters, opener.delimiters, this.#nextPair);
    const facts = { pair: this.#nextPair(), type: 'link:hyperlink', subType: 'md:link' };
    this.#nodes[opener.node] = { kind: 'open', ...facts, data: '[' };
    this.#push({ kind: 'close', ...facts, data: tail.data });
    this.#closedBelow = this.#brackets.length;
  }

  #image(opener: Bracket, tail: { readonly data: string }): void {
    this.#delimiters.length = opener.delimiters;
    this.#nodes.length = opener.node;
    this.#text = '';
    const data = this.#content.slice(opener.at, this.#at) + tail.data;
    this.#push({ kind: 'ph', type: 'media:image', subType: 'md:image', data });
  }

  #entity(): void {
    const found = entityAt(this.#content, this.#at);
    if (!found) return this.#literal(1);
    this.#text += found.text;
    this.#at += found.length;
  }

  /** Handles a line end: two spaces before it make a hard break; other white space before it is dropped. */
  #lineEnd(): void {
    let from = this.#at;
    while (this.#content[from - 1] === ' ' || this.#content[from - 1] === '\t') from -= 1;
    const spaces = this.#content.slice(from, this.#at);
    this.#text = this.#text.slice(0, this.#text.length - spaces.length);
    if (spaces.endsWith('  ')) {
      this.#push({ kind: 'ph', type: 'struct:break', subType: 'md:break', data: `${spaces}\n` });
    } else this.#text += '\n';
    this.#at += 1;
  }

  #template(): void {
    const data = templateAt(this.#content, this.#at);
    if (data === '') return this.#literal(1);
    const type = data.startsWith('{{<') || data.startsWith('{{%') || data.startsWith('{%') ? 'function' : 'variable';
    this.#lone({ type: `code:${type}`, subType: 'template', data });
  }

  #delimiter(char: string): void {
    let end = this.#at;
    while (this.#content[end] === char) end += 1;
    const node = delimiterNode(this.#content, this.#at, end);
    if (!node.opens && !node.closes) return this.#literal(end - this.#at);
    this.#push(node);
    this.#delimiters.push(node);
    this.#at = end;
  }

  #url(): void {
    const before = this.#content[this.#at - 1] ?? '';
    const data = /[\p{L}\p{N}]/u.test(before) ? '' : urlAt(this.#content, this.#at, this.#brackets.length > 0);
    if (data === '') return this.#literal(1);
    this.#lone({ type: 'link:hyperlink', subType: 'url', data });
  }

  #literal(length: number): void {
    this.#text += this.#content.slice(this.#at, this.#at + length);
    this.#at += length;
  }

  #lone(facts: Omit<LoneNode, 'kind'>): void {
    this.#push({ kind: 'ph', ...facts });
    this.#at += facts.data.length;
  }

  #push(node: InlineNode): void {
    this.#flush();
    this.#nodes.push(node);
  }

  #flush(): void {
    if (this.#text !== '') this.#nodes.push({ kind: 'text', text: this.#text });
    this.#text = '';
  }

  readonly #nextPair = (): number => {
    this.#pairs += 1;
    return this.#pairs;
  };
}

/** Returns the URL at a position of a text, without trailing punctuation. */
export function urlAt(content: string, at: number, inBrackets: boolean): string {
  let url = matchAt(bareUrl, content, at).replace(/\{\{[^]*$/u, '');
  if (inBrackets) url = url.replace(/\][^]*$/u, '');
  for (let shorter = trimUrl(url); shorter !== url; shorter = trimUrl(url)) url = shorter;
  return /^(?:https?:\/\/|www\.)[\p{L}\p{N}]/u.test(url) ? url : '';
}

function trimUrl(url: string): string {
  if (url.endsWith(')')) return count(url, ')') > count(url, '(') ? url.slice(0, -1) : url;
  return url.replace(/(?:[?!.,:*_~'"\\|\]}>]|&[A-Za-z0-9#]+;)$/u, '');
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
