import type { TextSource } from '../../text/open-text.js';
import type { TextChunk } from '../../text/text-chunk.js';
import { TextWindow } from '../../text/text-window.js';
import { markupEnd, tagName } from '../../xml/markup-end.js';
import { afterSpace, kindAt, pieceEnd, XmlPiece } from '../../xml/split-children.js';
import { XmlFault } from '../../xml/xml-fault.js';
import type { Surroundings, XmlFragments } from '../../xml/xml-fragments.js';
import { isSelfClosing, type XmlElement } from '../../xml/xml-node.js';

/** A step of a walk: a container opens or closes, or a node inside of one stands whole. */
export type WalkStep =
  | { readonly kind: 'open'; readonly element: XmlElement; readonly piece: XmlPiece }
  | { readonly kind: 'node'; readonly piece: XmlPiece; readonly around: Surroundings }
  | { readonly kind: 'close' };

interface WalkRequest {
  readonly fragments: XmlFragments;
  /** True for the start tag of a container: its children are steps of their own. */
  isContainer(element: XmlElement, parent: XmlElement): boolean;
  /** Local names that containers may have. */
  readonly names: ReadonlySet<string>;
}

/**
 * Walks through an XML file without holding more of it than one node inside of its containers. The root is one; an empty
 * file has no step.
 *
 *     <xliff><file>│<header>…</header>│<body>│<trans-unit>…</trans-unit>│</body></file></xliff>
 *     open   open         node         open            node               close  close  close
 */
export async function* walkElements(text: TextSource, request: WalkRequest): AsyncGenerator<readonly WalkStep[]> {
  const walker = new ElementWalker(request);
  for await (const chunk of text.chunks()) {
    const steps = walker.take(chunk);
    if (steps.length > 0) yield steps;
  }
  yield walker.end();
}

class ElementWalker {
  readonly #request: WalkRequest;
  readonly #window = new TextWindow();
  /** The start tags that are open, the root first, with the indexes at which they stand. */
  readonly #open: { readonly element: XmlElement; readonly index: number; readonly inside: Surroundings }[] = [];
  #state: 'head' | 'content' | 'tail' = 'head';
  /** Position up to which the head was scanned. */
  #seen = 0;

  constructor(request: WalkRequest) {
    this.#request = request;
  }

  take(chunk: TextChunk): readonly WalkStep[] {
    return this.#window.add(chunk) ? this.#scan() : [];
  }

  /** Returns the last steps; throws where the file ends too early. */
  end(): readonly WalkStep[] {
    const steps = this.#scan();
    const rest = this.#window.text();
    const start = this.#state === 'content' ? afterSpace(rest, 0) : 0;
    const { fragments } = this.#request;
    const index = this.#window.passed + start;
    const text = rest.slice(start);
    if (this.#state === 'head' && text.trim() !== '') fragments.head({ text, index });
    if (this.#state === 'tail') fragments.trailer({ text, index });
    const top = this.#open.at(-1);
    if (top === undefined) return steps;
    if (text.startsWith('</')) throw new XmlFault('an end tag is not closed', index);
    // A node that the file has cut off tells what it lacks.
    if (kindAt(rest, start) === 'element') fragments.element({ text, index }, top.inside);
    else fragments.check({ text, index });
    throw new XmlFault(`<${top.element.name}> has no end tag`, top.index);
  }

  #scan(): readonly WalkStep[] {
    const steps: WalkStep[] = [];
    const text = this.#window.text();
    let at = this.#state === 'head' ? this.#head(text, steps) : 0;
    while (this.#state === 'content') {
      const end = this.#node(text, at, steps);
      if (end < 0) break;
      at = end;
    }
    this.#window.keep(at);
    return steps;
  }

  /** Adds the root, with everything before it; returns its end, or 0 when that has not come yet. */
  #head(text: string, steps: WalkStep[]): number {
    for (let start = text.indexOf('<', this.#seen); start >= 0; start = text.indexOf('<', this.#seen)) {
      const end = markupEnd(text, start);
      if (end < 0) return 0;
      this.#seen = end;
      if (text.startsWith('</', start) || tagName(text, start) === '') continue;
      const piece = new XmlPiece('head', this.#window, text, 0, 0, end);
      this.#begin(this.#request.fragments.head(piece), piece, steps);
      return end;
    }
    return 0;
  }

  #begin(element: XmlElement, piece: XmlPiece, steps: WalkStep[]): void {
    steps.push({ kind: 'open', element, piece });
    const inside = { namespaces: element.namespaces, depth: this.#open.length + 1, parent: element };
    this.#open.push({ element, index: piece.index + element.start, inside });
    this.#state = 'content';
    if (isSelfClosing(element)) this.#finish(steps);
  }

  #finish(steps: WalkStep[]): void {
    this.#open.pop();
    steps.push({ kind: 'close' });
    if (this.#open.length === 0) this.#state = 'tail';
  }

  /** Adds the node at a position; returns its end, or -1 when it has not come yet. */
  #node(text: string, at: number, steps: WalkStep[]): number {
    const start = afterSpace(text, at);
    if (text.length - start < 2) return -1;
    if (text.startsWith('</', start)) return this.#endTag(text, start, steps);
    const kind = kindAt(text, start);
    const container = kind === 'element' && this.#request.names.has(localName(tagName(text, start)));
    const top = this.#open.at(-1);
    if (top === undefined) return -1;
    if (container) {
      const tagEnd = markupEnd(text, start);
      if (tagEnd < 0) return -1;
      const tag = new XmlPiece('start-tag', this.#window, text, at, start, tagEnd);
      const element = this.#request.fragments.startTag(tag, top.inside);
      if (this.#request.isContainer(element, top.element)) {
        this.#begin(element, tag, steps);
        return tagEnd;
      }
    }
    const end = pieceEnd(text, start, kind);
    if (end < 0) return -1;
    const piece = new XmlPiece(kind, this.#window, text, at, start, end);
    if (kind !== 'element') this.#request.fragments.check(piece);
    steps.push({ kind: 'node', piece, around: top.inside });
    return end;
  }

  #endTag(text: string, start: number, steps: WalkStep[]): number {
    const end = markupEnd(text, start);
    if (end < 0) return -1;
    const index = this.#window.passed + start;
    const name = /^<\/([^\s<>/]+)[ \t\r\n]*>$/u.exec(text.slice(start, end))?.[1];
    if (name === undefined) throw new XmlFault('an end tag is not closed', index);
    const expected = this.#open.at(-1)?.element.name;
    if (name !== expected) throw new XmlFault(`found </${name}> where </${expected}> is expected`, index);
    this.#finish(steps);
    return end;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
