import type { Runs } from '@helve/flow';
import { ValueEntry } from '../value-entry.js';
import type { WrittenItem } from '../xml/plural-items.js';
import type { ByteRange } from '../xml/split-children.js';
import { rawValue, valueRange } from '../xml/value-range.js';
import type { XmlFragments } from '../xml/xml-fragments.js';
import type { XmlElement } from '../xml/xml-node.js';
import type { PluralItem } from './resource.js';

/** Skeleton entry of all forms of a plural. */
export class PluralsEntry extends ValueEntry {
  /** Everything between the tags of the plural. */
  readonly raw: string;
  readonly items: readonly WrittenItem[];
  readonly fragments: XmlFragments;
  readonly more?: true;

  constructor(
    blockId: string,
    { offset, length }: ByteRange,
    content: Runs,
    { raw, items, fragments, more }: Pick<PluralsEntry, 'raw' | 'items' | 'fragments'> & { readonly more: boolean },
  ) {
    super(blockId, offset, length, content);
    this.raw = raw;
    this.items = items;
    this.fragments = fragments;
    if (more) this.more = true;
  }
}

/** Returns an item with positions in the text of its plural. */
export function writtenItem({ category, element }: PluralItem, plural: XmlElement, text: string): WrittenItem {
  const shift = -plural.openEnd;
  const { start, end, emptyTag } = valueRange(element, text);
  const quantity = element.attributes.find(({ local }) => local === 'quantity');
  return {
    category,
    start: element.start + shift,
    end: element.end + shift,
    value: { start: start + shift, end: end + shift, emptyTag },
    raw: rawValue({ start, end, emptyTag }, text),
    categoryAt: [(quantity?.valueStart ?? 0) + shift, (quantity?.valueEnd ?? 0) + shift],
  };
}
