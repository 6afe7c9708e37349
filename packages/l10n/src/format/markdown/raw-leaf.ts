import { isFenceEnd } from './block-start.js';
import type { Leaf, LeafLine } from './leaf.js';
import type { LineCursor } from './line-cursor.js';

/** Open code or HTML, which takes its lines as they are. */
export interface RawLeaf {
  /** Returns true when a line belongs to it, and `last` for its last. */
  take(cursor: LineCursor): boolean | 'last';
}

/** Opens fenced code, whose fence has this indentation. */
export function openFence(leaf: Leaf, indent: number): RawLeaf {
  return {
    take(cursor) {
      if (cursor.indent < 4 && isFenceEnd(cursor.rest, leaf.fence)) return 'last';
      if (leaf.lines.length === 0) indentFence(leaf, indent, cursor.indent);
      cursor.skip(Math.min(indent, cursor.indent));
      leaf.lines.push(rawLine(cursor));
      return true;
    },
  };
}

/** Indents code like its fence, unless its first line is not indented. */
function indentFence(leaf: Leaf, indent: number, actual: number): void {
  if (actual >= indent) leaf.prefix += ' '.repeat(indent);
  else leaf.level = indent;
}

/** Opens HTML that lasts to a line with its end, or to a blank line when it has none. */
export function openHtml(leaf: Leaf, end: RegExp | undefined): RawLeaf {
  return {
    take(cursor) {
      if (end === undefined && cursor.blank) return false;
      leaf.lines.push(rawLine(cursor));
      return end?.test(cursor.rest) === true ? 'last' : true;
    },
  };
}

/** Opens indented code; blank lines belong to it if more of it follows. */
export function openIndented(leaf: Leaf): RawLeaf {
  let blanks: LeafLine[] = [];
  return {
    take(cursor) {
      if (!cursor.blank && cursor.indent < 4) return false;
      const { blank } = cursor;
      cursor.skip(Math.min(4, cursor.indent));
      blanks.push(rawLine(cursor));
      if (blank) return true;
      leaf.lines.push(...blanks);
      blanks = [];
      return true;
    },
  };
}

function rawLine({ at, end, pad }: LineCursor): LeafLine {
  return { start: pad > 0 ? at + 1 : at, end, pad };
}
