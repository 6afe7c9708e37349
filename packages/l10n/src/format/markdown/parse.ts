import {
  atxHeading,
  fenceStart,
  footnoteMarker,
  htmlStart,
  interruptsParagraph,
  isRule,
  listMarker,
  underlineLevel,
  withoutAnchor,
} from './block-start.js';
import { takeDefinitions } from './definition.js';
import {
  expressionEnd,
  isModuleStart,
  jsxLinesEnd,
  linesEnd,
  maxExpression,
  moduleEnd,
  type MarkdownDialect,
} from './jsx.js';
import type { Definition, Leaf, LeafKind, LeafLine, ParsedMarkdown } from './leaf.js';
import { LineCursor } from './line-cursor.js';
import { openFence, openHtml, openIndented, type RawLeaf } from './raw-leaf.js';
import { isDelimiterRow, rowCells } from './table-row.js';
import { enclosingShortcodes, isShortcodeLine } from './shortcode.js';

interface Container {
  readonly role: 'quote' | 'list-item' | 'footnote';
  /** Indentation of its line in columns. */
  readonly indent: number;
  empty: boolean;
}

/** The document nests too deeply. */
export class MarkdownTooDeep extends Error {}

/**
 * Finds the texts of a document by the rules of CommonMark, line by line:
 *
 *     line → open containers go on? → new containers? → a leaf begins, goes on, or ends
 *            > > - …                  > - 1. [^1]:      # ``` <div> | --- text
 */
export function parseMarkdown(
  text: string,
  from: number,
  maxDepth: number,
  dialect: MarkdownDialect = 'markdown',
): ParsedMarkdown {
  const scanner = new BlockScanner(text, maxDepth, dialect);
  let at = from;
  while (at < text.length) {
    const end = lineEnd(text, at);
    scanner.line(at, end);
    at = end + (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? 2 : 1);
  }
  return scanner.end();
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 10 || char === 13) return at;
  }
  return text.length;
}

class BlockScanner {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #cursor: LineCursor;
  readonly #enclosing: ReadonlySet<string>;
  readonly #items: (Leaf | Definition)[] = [];
  readonly #labels = new Set<string>();
  readonly #containers: Container[] = [];
  /** Number of open containers that continue in this line, and their prefixes. */
  #depth = 0;
  #prefix = '';
  #open: Leaf | undefined;
  #raw: RawLeaf | undefined;
  /** Number of columns of the open table. */
  #columns = 0;
  readonly #mdx: boolean;
  /** End of the lines that belong to a tag, an expression or a module; the search continues from there. */
  #passedTo = 0;
  #lookFrom = 0;
  #balanced = true;

  constructor(text: string, maxDepth: number, dialect: MarkdownDialect) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#mdx = dialect === 'mdx';
    this.#cursor = new LineCursor(text);
    this.#enclosing = this.#mdx ? new Set() : enclosingShortcodes(text);
  }

  line(start: number, end: number): void {
    if (start < this.#passedTo) return;
    this.#cursor.reset(start, end);
    this.#matchContainers();
    const matchesAll = this.#depth === this.#containers.length;
    if (!matchesAll && this.#open?.kind !== 'paragraph') this.#close();
    const consumed = matchesAll && this.#raw?.take(this.#cursor);
    if (consumed === 'last') this.#close();
    if (consumed) return;
    const fresh = this.#openContainers();
    if (fresh === 'leaf') return;
    if (this.#cursor.blank) this.#closeTo(this.#depth);
    else if (this.#open?.kind === 'paragraph' && !fresh) this.#continueParagraph(matchesAll);
    else if (this.#columns > 0 && !fresh) this.#row(this.#columns);
    else this.#begin('paragraph').lines.push(this.#trimmedLine());
  }

  end(): ParsedMarkdown {
    this.#close();
    return { items: this.#items, labels: this.#labels };
  }

  #matchContainers(): void {
    const cursor = this.#cursor;
    this.#depth = 0;
    this.#prefix = '';
    for (const container of this.#containers) {
      if (container.role === 'quote') {
        if (cursor.indent > 3 || this.#text[cursor.next] !== '>' || cursor.blank) return;
        this.#takeQuote();
      } else if (cursor.blank) {
        if (container.empty) return;
      } else if (cursor.indent < container.indent) return;
      else {
        cursor.skip(container.indent);
        this.#prefix += ' '.repeat(container.indent);
      }
      this.#depth += 1;
    }
  }

  #takeQuote(): void {
    const cursor = this.#cursor;
    const from = cursor.at;
    cursor.take(1);
    if (cursor.indent > 0) cursor.skip(1);
    const raw = this.#text.slice(from, cursor.at);
    this.#prefix += cursor.pad > 0 ? `${raw} ` : raw;
  }

  /**
   * Opens the containers that start in this line; returns whether one did, or `leaf` for a leaf that took the whole
   * line.
   */
  #openContainers(): boolean | 'leaf' {
    const cursor = this.#cursor;
    let fresh = false;
    while (!cursor.blank) {
      const paragraph = !fresh && this.#open?.kind === 'paragraph';
      if (cursor.indent > 3 && !this.#mdx) {
        if (paragraph) return fresh;
        this.#beginIndented();
        return 'leaf';
      }
      if (this.#mdx && this.#passCode(paragraph)) return 'leaf';
      if (!mayBegin(this.#text.charCodeAt(cursor.next))) return fresh;
      const line = cursor.rest;
      const inside = paragraph && this.#depth === this.#containers.length;
      if (this.#beginLeaf(line, inside, paragraph)) return 'leaf';
      if (!this.#beginContainer(line, inside)) return fresh;
      fresh = true;
    }
    return fresh;
  }

  #beginContainer(line: string, inside: boolean): boolean {
    if (line.startsWith('>')) {
      this.#closeTo(this.#depth);
      this.#takeQuote();
      this.#push({ role: 'quote', indent: 0, empty: false });
      return true;
    }
    const marker = listMarker(line);
    if (marker !== undefined && (!inside || interruptsParagraph(marker, line))) {
      this.#beginItem(marker);
      return true;
    }
    const note = footnoteMarker(line);
    if (note === undefined || inside) return false;
    this.#closeTo(this.#depth);
    this.#cursor.take(note.length);
    this.#prefix += '    ';
    this.#push({ role: 'footnote', indent: 4, empty: false });
    return true;
  }

  #beginItem(marker: string): void {
    const cursor = this.#cursor;
    const before = cursor.indent + marker.length;
    this.#closeTo(this.#depth);
    cursor.take(marker.length);
    const gap = cursor.blank || cursor.indent > 4 ? 1 : cursor.indent;
    const empty = cursor.blank;
    cursor.skip(Math.min(gap, cursor.indent));
    this.#prefix += ' '.repeat(before + gap);
    this.#push({ role: 'list-item', indent: before + gap, empty });
  }

  #push(container: Container): void {
    this.#filled();
    this.#containers.push(container);
    this.#depth = this.#containers.length;
    if (this.#depth > this.#maxDepth) throw new MarkdownTooDeep();
  }

  #beginLeaf(line: string, inside: boolean, paragraph: boolean): boolean {
    return (
      (inside && (this.#underline(line) || this.#beginTable(line))) ||
      this.#beginHeading(line) ||
      this.#beginFence(line) ||
      (!this.#mdx && this.#beginHtml(line, paragraph)) ||
      this.#passLine(isRule(line) || (line.startsWith('{') && isShortcodeLine(line, this.#enclosing)))
    );
  }

  /** Skips lines of only tags and expressions, and modules, which start at the left margin. */
  #passCode(paragraph: boolean): boolean {
    const { next, start } = this.#cursor;
    const char = this.#text.charCodeAt(next);
    const mayBeModule = next === start && !paragraph && this.#containers.length === 0;
    let end = -1;
    if (char === 60 || char === 123) end = this.#codeEnd(next);
    else if (mayBeModule && isModuleStart(this.#text, next)) end = this.#moduleEnd(next);
    if (end < 0) return false;
    this.#passedTo = end;
    return this.#passLine(true);
  }

  /**
   * Returns the end of a tag or expression; a broken one is text, and the next search starts a while later, so that
   * many of them cost little.
   */
  #codeEnd(at: number): number {
    if (at < this.#lookFrom) return -1;
    const end = jsxLinesEnd(this.#text, at);
    if (end < 0 && this.#text[at] === '{' && expressionEnd(this.#text, at) < 0) this.#lookFrom = at + maxExpression;
    return end;
  }

  /** Returns the end of a module; an unbalanced one is only its own lines, there and in all that follows. */
  #moduleEnd(at: number): number {
    const end = this.#balanced ? moduleEnd(this.#text, at) : -1;
    this.#balanced &&= end >= 0;
    return end < 0 ? linesEnd(this.#text, at) : end;
  }

  #passLine(passes: boolean): boolean {
    if (!passes) return false;
    this.#closeTo(this.#depth);
    this.#filled();
    return true;
  }

  #underline(line: string): boolean {
    const level = underlineLevel(line);
    const leaf = this.#open;
    if (level === undefined || !leaf) return false;
    this.#define(leaf);
    if (leaf.lines.length === 0) {
      this.#open = undefined;
      return false;
    }
    this.#open = undefined;
    this.#items.push({ ...leaf, kind: 'setext', role: 'heading', level });
    return true;
  }

  #beginHeading(line: string): boolean {
    const heading = atxHeading(line);
    if (!heading) return false;
    const at = this.#cursor.next;
    const leaf = this.#begin('atx');
    const text = withoutAnchor(line.slice(heading.start, heading.end));
    leaf.lines.push({ start: at + heading.start, end: at + heading.start + text.length, pad: 0 });
    leaf.role = 'heading';
    leaf.level = heading.level;
    this.#close();
    return true;
  }

  #beginFence(line: string): boolean {
    const found = fenceStart(line);
    if (!found) return false;
    const leaf = Object.assign(this.#begin('fenced'), found, { role: 'code' });
    this.#raw = openFence(leaf, this.#cursor.indent);
    return true;
  }

  #beginHtml(line: string, paragraph: boolean): boolean {
    const kind = line.startsWith('<') ? htmlStart(line, paragraph) : undefined;
    if (!kind) return false;
    const leaf = this.#begin('html');
    leaf.role = 'html';
    leaf.lines.push(this.#trimmedLine());
    this.#raw = openHtml(leaf, kind.end);
    if (kind.end && (!kind.holdsLines || kind.end.test(line))) leaf.info = 'line';
    if (kind.end?.test(line) === true) this.#close();
    return true;
  }

  #beginIndented(): void {
    const leaf = this.#begin('indented');
    leaf.role = 'code';
    leaf.prefix += '    ';
    this.#raw = openIndented(leaf);
    this.#raw.take(this.#cursor);
  }

  #beginTable(line: string): boolean {
    const leaf = this.#open;
    const head = leaf?.lines.at(-1);
    if (!leaf || !head || !isDelimiterRow(line)) return false;
    const cells = rowCells(this.#text.slice(head.start, head.end));
    if (cells.length !== rowCells(line).length) return false;
    leaf.lines.pop();
    this.#close();
    this.#cells(head.start, cells);
    this.#columns = cells.length;
    return true;
  }

  #row(columns: number): void {
    const { next, end } = this.#cursor;
    this.#cells(next, rowCells(this.#text.slice(next, end)).slice(0, columns));
  }

  #cells(from: number, cells: readonly { readonly start: number; readonly end: number }[]): void {
    for (const { start, end } of cells) {
      const line = { start: from + start, end: from + end, pad: 0 };
      if (end > start) this.#items.push({ ...this.#leaf('cell'), role: 'table-cell', lines: [line] });
    }
  }

  #continueParagraph(matchesAll: boolean): void {
    const leaf = this.#open;
    if (leaf?.lines.length === 1 && matchesAll) leaf.prefix = this.#text.slice(this.#cursor.start, this.#cursor.next);
    leaf?.lines.push(this.#trimmedLine());
  }

  #begin(kind: LeafKind): Leaf {
    this.#closeTo(this.#depth);
    this.#filled();
    this.#open = this.#leaf(kind);
    return this.#open;
  }

  #leaf(kind: LeafKind): Leaf {
    const role = this.#containers.at(-1)?.role ?? 'paragraph';
    return { kind, role, lines: [], prefix: this.#prefix, level: 0, info: '', fence: '' };
  }

  /** Marks the item as filled: a blank line does not end it. */
  #filled(): void {
    const last = this.#containers.at(-1);
    if (last) last.empty = false;
  }

  #closeTo(depth: number): void {
    this.#close();
    this.#containers.length = depth;
  }

  #close(): void {
    const leaf = this.#open;
    this.#open = undefined;
    this.#columns = 0;
    this.#raw = undefined;
    if (!leaf) return;
    if (leaf.kind === 'paragraph') this.#define(leaf);
    if (leaf.lines.length > 0) this.#items.push(leaf);
  }

  #define(leaf: Leaf): void {
    const [first] = leaf.lines;
    if (!first || this.#text[first.start] !== '[') return;
    for (const definition of takeDefinitions(this.#text, leaf)) {
      this.#labels.add(definition.label);
      this.#items.push(definition);
    }
  }

  #trimmedLine(): LeafLine {
    const { next, end } = this.#cursor;
    return { start: next, end, pad: 0 };
  }
}

const beginnings = new Set('#>-+*_=`~<|:[{0123456789'.split('').map((char) => char.charCodeAt(0)));

/** True when a line that starts with a character may be anything but text. */
function mayBegin(char: number): boolean {
  return beginnings.has(char);
}
