/** A line of a leaf without what stands before it; `pad` counts the columns of a tab that belong to it. */
export interface LeafLine {
  readonly start: number;
  readonly end: number;
  readonly pad: number;
}

/** The kinds of leaves, by how they are written. */
export type LeafKind = 'paragraph' | 'atx' | 'setext' | 'fenced' | 'indented' | 'html' | 'cell';

/** A piece of the document that holds text and no other pieces. */
export interface Leaf {
  kind: LeafKind;
  /** What it is for its reader. */
  role: string;
  lines: LeafLine[];
  /** What each further line of it begins with. */
  prefix: string;
  level: number;
  /** What stands behind the fence of a code block, or `line` for HTML whose text has no line ends; and the fence. */
  info: string;
  fence: string;
}

/** A link that stands at the end of some lines, for others to refer to. */
export interface Definition {
  readonly label: string;
  readonly url: { readonly start: number; readonly end: number };
  readonly title: { readonly start: number; readonly end: number } | undefined;
}

/** A document as the places of its texts, in order. */
export interface ParsedMarkdown {
  readonly items: readonly (Leaf | Definition)[];
  readonly labels: ReadonlySet<string>;
}

/** Tells leaves from definitions. */
export function isLeaf(item: Leaf | Definition): item is Leaf {
  return 'kind' in item;
}

/** The content of a leaf: its lines without what stands before them. */
export function leafText(text: string, { lines }: Pick<Leaf, 'lines'>): string {
  const [only] = lines;
  if (only && lines.length === 1) return text.slice(only.start, only.end);
  return lines
    .map(({ start, end, pad }, at) => (pad > 0 && at > 0 ? ' '.repeat(pad) : '') + text.slice(start, end))
    .join('\n');
}
