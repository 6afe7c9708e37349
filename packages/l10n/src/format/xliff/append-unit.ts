import type { ReadContext } from '@helve/flow/content';
import type { XmlPiece } from '../xml/split-children.js';
import { indentBefore } from '../xml/raw-edit.js';
import type { Surroundings } from '../xml/xml-fragments.js';
import type { Namespaces, XmlElement } from '../xml/xml-node.js';
import type { UnitFields } from './block-fields.js';
import type { DialectName } from './dialect/dialect.js';
import { UnitEntry } from './unit-entry.js';
import type { VariationKind } from './variation/variation-group.js';

/** Several units from the first on that are forms of one text. */
export interface Variation {
  readonly kind: VariationKind;
  readonly key: string;
  /** Where the last of them ends. */
  readonly end: number;
}

/** The text that a unit stands in, with the place of that text in the file. */
export interface UnitText extends Pick<XmlPiece, 'text' | 'index' | 'byteAt'> {
  /** Meaning of prefixes around a unit that is a text of its own. */
  readonly namespaces?: Namespaces;
}

/** Returns the text of a unit that stands in a piece of its own. */
export function unitText(piece: XmlPiece, { namespaces }: Surroundings): UnitText {
  return { text: piece.text, index: piece.index, byteAt: (index) => piece.byteAt(index), namespaces };
}

/** A unit in its text, with its facts. */
interface UnitPosition {
  readonly text: UnitText;
  readonly element: XmlElement;
  readonly blockId: string;
  readonly variant: string;
  readonly fields: UnitFields;
  readonly dialect?: DialectName | undefined;
  readonly variation?: Variation | undefined;
}

/** Appends the skeleton entry of a whole unit; returns its number. */
export function appendUnit(
  { text, element, blockId, variant, fields, dialect, variation }: UnitPosition,
  { skeleton }: ReadContext,
): number | undefined {
  if (!skeleton) return undefined;
  const offset = text.byteAt(element.start);
  const end = variation?.end ?? element.end;
  const length = text.byteAt(end) - offset;
  const raw = text.text.slice(element.start, end);
  const namespaces = text.namespaces ?? element.parent?.namespaces ?? element.namespaces;
  const form = {
    part: 'unit',
    raw,
    namespaces,
    variant,
    ...(dialect === undefined ? {} : { dialect }),
    ...(variation && { variation: variation.kind, indent: indentBefore(text.text, element.start) }),
  } as const;
  return skeleton.append(new UnitEntry(blockId, form, { offset, length }, fields));
}
