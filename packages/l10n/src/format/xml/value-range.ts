import { attributesEnd } from './raw-edit.js';
import { isSelfClosing, type XmlElement } from './xml-node.js';

/** The place of the content of an element in its text. */
export interface ValueRange {
  readonly start: number;
  readonly end: number;
  /** Name of an element without an end tag, which gets one with its content. */
  readonly emptyTag: string | undefined;
}

/**
 * Returns the place of the content of an element:
 *
 *     <value>text</value>      <value />
 *            └──┘                   └─┘
 */
export function valueRange(element: XmlElement, raw: string): ValueRange {
  if (!isSelfClosing(element)) return { start: element.openEnd, end: element.closeStart, emptyTag: undefined };
  return { start: attributesEnd(raw, element), end: element.end, emptyTag: element.name };
}

/** Returns the spelling of an old value; that of an element without an end tag is empty. */
export function rawValue({ start, end, emptyTag }: ValueRange, raw: string): string {
  return emptyTag === undefined ? raw.slice(start, end) : '';
}

/** Returns new content with the tags that its place needs. */
export function withTags(content: string, emptyTag: string | undefined): string {
  return emptyTag === undefined ? content : `>${content}</${emptyTag}>`;
}
