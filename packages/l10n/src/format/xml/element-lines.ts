import type { TextSplice } from '../insert/splice-text.js';
import type { CommentedElement } from './comment-collector.js';
import { attributesEnd } from './raw-edit.js';
import { isSelfClosing, type XmlElement } from './xml-node.js';

/** The lines of an element with its comments, in UTF-16 units. */
export interface ElementLines {
  readonly start: number;
  readonly end: number;
  /** White space before the element on its line. */
  readonly indent: string;
}

/** Returns the lines of an element with its comments. */
export function elementLines(text: string, { piece, above, behind }: CommentedElement): ElementLines {
  const last = behind ?? piece;
  return linesOf(text, { start: (above[0] ?? piece).index, element: piece.index, end: last.index + last.text.length });
}

/** Returns the lines of a range with an element; a range that shares its lines with others has only itself. */
export function linesOf(
  text: string,
  range: { readonly start: number; readonly element: number; readonly end: number },
): ElementLines {
  const lineStart = startOfLine(text, range.start);
  const isAlone = text.slice(lineStart, range.start).trim() === '';
  const indent = text.slice(startOfLine(text, range.element), range.element);
  return {
    start: isAlone ? lineStart : range.start,
    end: isAlone ? endOfLine(text, range.end) : range.end,
    indent: indent.trim() === '' ? indent : '',
  };
}

/** The place of the first element of a root that has none. */
export interface RootContent {
  readonly head: number;
  /** Changes that give the root an end tag on a line of its own; those at the head come behind the elements. */
  readonly opened: readonly TextSplice[];
}

/** Returns the place for the first element in a root. */
export function rootContent(text: string, root: XmlElement, lineEnd: string): RootContent {
  if (!isSelfClosing(root)) {
    const head = endOfLine(text, root.openEnd);
    const isTight = text.startsWith('</', head) && head === root.openEnd;
    return { head, opened: isTight ? [{ start: head, end: head, text: lineEnd }] : [] };
  }
  const { end: head } = root;
  const opened = [
    { start: attributesEnd(text, root), end: head, text: '>' },
    { start: head, end: head, text: `${lineEnd}</${root.name}>` },
  ];
  return { head, opened };
}

function startOfLine(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

/** Returns the position behind the end of a line; the position itself where something else follows. */
function endOfLine(text: string, at: number): number {
  return at + (/^[ \t]*(?:\r\n|\r|\n)/u.exec(text.slice(at, at + 1000))?.[0].length ?? 0);
}
