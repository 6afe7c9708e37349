import type { CodeFinder } from '../code/code-finder.js';
import { walkMember, type XmlMember } from '../package/member-xml.js';
import { readItem, type StringItem } from './string-item.js';

/** A string and the bytes between its tags. */
export interface PlacedItem extends StringItem {
  readonly offset: number;
  readonly length: number;
}

/** The strings that cells share, by number. */
export interface SharedStrings {
  readonly items: readonly PlacedItem[];
  /** Offset behind the last string. */
  readonly endAt: number;
}

/** Reads the shared strings of a workbook. */
export async function readSharedStrings(member: XmlMember, find: CodeFinder): Promise<SharedStrings> {
  const items: PlacedItem[] = [];
  let endAt = 0;
  await walkMember(
    member,
    { local: 'sst', depth: 0 },
    {
      child: (element, piece) => {
        if (element.local !== 'si') return;
        const offset = piece.byteAt(element.openEnd);
        const length = piece.byteAt(element.closeStart) - offset;
        items.push({ ...readItem(element, piece.text, find), offset, length });
      },
      tail: (piece) => {
        endAt = piece.byteAt(0);
      },
    },
  );
  return { items, endAt };
}
