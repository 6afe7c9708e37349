/** A range of text. */
interface TextNode {
  readonly kind: 'text';
  readonly text: string;
}

/** A standalone code. */
export interface LoneNode {
  readonly kind: 'ph';
  readonly type: string;
  readonly subType: string;
  readonly data: string;
  readonly equiv?: string;
}

/** One half of a pair whose other half is known. */
export interface MarkNode {
  readonly kind: 'open' | 'close';
  readonly pair: number;
  readonly type: string;
  readonly subType: string;
  readonly data: string;
}

/** An HTML or JSX tag, which is paired at the end. */
interface TagNode {
  readonly kind: 'tag' | 'jsx';
  readonly data: string;
}

/** A run of `*`, `_` or `~`: its rest is text, between the pairs that it closes and those that it opens. */
export interface DelimiterNode {
  readonly kind: 'delimiter';
  readonly char: string;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
  count: number;
  readonly closed: MarkNode[];
  readonly opened: MarkNode[];
}

export type InlineNode = TextNode | LoneNode | MarkNode | TagNode | DelimiterNode;
