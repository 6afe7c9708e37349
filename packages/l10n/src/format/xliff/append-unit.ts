import type { ReadContext } from '@helve/flow/content';
import type { LoadedText } from '../text/open-text.js';
import { indentBefore } from '../xml/raw-edit.js';
import type { XmlElement } from '../xml/xml-node.js';
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

/** A unit in its text, with its facts. */
interface UnitPosition {
  readonly text: LoadedText;
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
  const namespaces = element.parent?.namespaces ?? element.namespaces;
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
