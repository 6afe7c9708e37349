import type { ReadContext } from '@helve/flow/content';
import type { LoadedText } from '../text/open-text.js';
import type { XmlElement } from '../xml/xml-node.js';
import type { UnitFields } from './block-fields.js';
import type { DialectName } from './dialect/dialect.js';
import { UnitEntry } from './unit-entry.js';

/** A unit in its text, with its facts. */
interface UnitPosition {
  readonly text: LoadedText;
  readonly element: XmlElement;
  readonly blockId: string;
  readonly variant: string;
  readonly fields: UnitFields;
  readonly dialect?: DialectName | undefined;
}

/** Appends the skeleton entry of a whole unit; returns its number. */
export function appendUnit(
  { text, element, blockId, variant, fields, dialect }: UnitPosition,
  { skeleton }: ReadContext,
): number | undefined {
  if (!skeleton) return undefined;
  const offset = text.byteAt(element.start);
  const length = text.byteAt(element.end) - offset;
  const raw = text.text.slice(element.start, element.end);
  const namespaces = element.parent?.namespaces ?? element.namespaces;
  const form = { part: 'unit', raw, namespaces, variant, ...(dialect === undefined ? {} : { dialect }) } as const;
  return skeleton.append(new UnitEntry(blockId, form, { offset, length }, fields));
}
