/** A line of a leaf without its prefix; `pad` counts the columns of a tab that belong to it. */
export interface LeafLine {
  readonly start: number;
  readonly end: number;
  readonly pad: number;
}

/** Kinds of leaves by notation. */
export type LeafKind = 'paragraph' | 'atx' | 'setext' | 'fenced' | 'indented' | 'html' | 'cell';

/** A part of the document that contains text and no other parts. */
export interface Leaf {
  kind: LeafKind;
  /** Its role for the reader. */
  role: string;
  lines: LeafLine[];
  /** Prefix of each further line. */
  prefix: string;
  level: number;
  /** The info string of a code block, or `line` for HTML whose text has no line ends; and the fence. */
  info: string;
  fence: string;
}

/** A link definition. */
export interface Definition {
  readonly label: string;
  readonly url: { readonly start: number; readonly end: number };
  readonly title: { readonly start: number; readonly end: number } | undefined;
}

/** A document as the ranges of its texts, in order. */
export interface ParsedMarkdown {
  readonly items: readonly (Leaf | Definition)[];
  readonly labels: ReadonlySet<string>;
}

/** True for a leaf, false for a definition. */
export function isLeaf(item: Leaf | Definition): item is Leaf {
  return 'kind' in item;
}

/** Returns the content of a leaf: its lines without their prefixes. */
export function leafText(text: string, { lines }: Pick<Leaf, 'lines'>): string {
  const [only] = lines;
  if (only && lines.length === 1) return text.slice(only.start, only.end);
  return lines
    .map(({ start, end, pad }, at) => (pad > 0 && at > 0 ? ' '.repeat(pad) : '') + text.slice(start, end))
    .join('\n');
}
