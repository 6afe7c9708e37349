import type { ReadContext } from '@helve/flow';
import { runsDigest } from '../runs-digest.js';
import type { LoadedText } from '../text/open-text.js';
import type { XmlElement } from '../xml/xml-node.js';
import { bilingualContent } from './bilingual-digest.js';
import type { UnitFields } from './block-fields.js';
import { placeForm, rememberUnit } from './unit-form.js';

/** A unit in its text, and what was read of it. */
interface UnitSpot {
  readonly text: LoadedText;
  readonly element: XmlElement;
  readonly blockId: string;
  readonly variant: string;
  readonly fields: UnitFields;
}

/** Notes the place of a whole unit; gives the number of its entry. */
export function appendUnit(
  { text, element, blockId, variant, fields }: UnitSpot,
  { skeleton }: ReadContext,
): number | undefined {
  if (!skeleton) return undefined;
  const offset = text.byteAt(element.start);
  const length = text.byteAt(element.end) - offset;
  const raw = text.text.slice(element.start, element.end);
  const namespaces = element.parent?.namespaces ?? element.namespaces;
  const place = { part: 'unit', raw, namespaces, variant } as const;
  const content = bilingualContent(fields, variant);
  rememberUnit(place, fields, content);
  return skeleton.append({
    kind: 'ref',
    blockId,
    side: 'target',
    variant,
    offset,
    length,
    digest: runsDigest(content),
    form: placeForm(place),
  });
}
