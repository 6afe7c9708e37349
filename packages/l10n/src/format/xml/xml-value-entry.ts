import type { Runs } from '@helve/flow';
import { ValueEntry } from '../value-entry.js';
import type { ByteRange, XmlPiece } from './split-children.js';
import { rawValue, valueRange } from './value-range.js';
import type { XmlFragments } from './xml-fragments.js';
import type { XmlElement } from './xml-node.js';

/** Skeleton entry of the content of an element. */
export class XmlValueEntry extends ValueEntry {
  /** The content as it was read. */
  readonly raw: string;
  /** Name of an element without an end tag, which gets one with its content. */
  readonly emptyTag: string | undefined;
  /** Knows what is well-formed in this file. */
  readonly fragments: XmlFragments;
  readonly more?: true;

  constructor(
    blockId: string,
    { offset, length }: ByteRange,
    content: Runs,
    facts: Pick<XmlValueEntry, 'raw' | 'emptyTag' | 'fragments'> & { readonly more: boolean },
  ) {
    super(blockId, offset, length, content);
    this.raw = facts.raw;
    this.emptyTag = facts.emptyTag;
    this.fragments = facts.fragments;
    if (facts.more) this.more = true;
  }
}

/** Creates the entry of the content of an element in a piece of a file. */
export function xmlValueEntry(
  {
    element,
    piece,
    fragments,
  }: { readonly element: XmlElement; readonly piece: XmlPiece; readonly fragments: XmlFragments },
  { id, content, more }: { readonly id: string; readonly content: Runs; readonly more: boolean },
): XmlValueEntry {
  const range = valueRange(element, piece.text);
  const { emptyTag } = range;
  const facts = { raw: rawValue(range, piece.text), emptyTag, fragments, more };
  return new XmlValueEntry(id, piece.bytesOf(range.start, range.end), content, facts);
}
