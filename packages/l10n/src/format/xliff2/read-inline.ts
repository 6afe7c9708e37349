import type { Constraints } from '@helve/flow';
import type { InlineCodeDraft, InlineDraft } from '../xliff/inline-draft.js';
import { readMixed, type MixedReader } from '../xliff/mixed-reader.js';
import { isSelfClosing, attributeValue, type XmlElement } from '../xml/xml-node.js';
import { codeTypeOf } from './code-type.js';

/** The original data of a unit, by id. */
export type OriginalData = ReadonlyMap<string, string>;

/** Finds texts and codes in a source or target of XLIFF 2. */
export function readInline(element: XmlElement, raw: string, data: OriginalData): readonly InlineDraft[] {
  return readMixed(element, raw, (child, reader) => takeElement(child, reader, data));
}

function takeElement(element: XmlElement, reader: MixedReader, originals: OriginalData): void {
  const { local } = element;
  if ((local === 'pc' || local === 'mrk') && !isSelfClosing(element)) {
    reader.pair(element, (kind, data) => toDraft(element, kind, data, originals));
    return;
  }
  const raw = reader.rawOf(element.start, element.end);
  reader.drafts.push(local === 'cp' ? codePoint(element, raw) : toDraft(element, kinds[local] ?? 'ph', raw, originals));
}

/** Returns the text of a character that XML does not allow. */
function codePoint(element: XmlElement, raw: string): InlineDraft {
  const point = Number.parseInt(attributeValue(element, 'hex') ?? '', 16);
  const char = point <= 0x10ffff ? String.fromCodePoint(point) : '';
  if (char !== '' && char.isWellFormed()) return { kind: 'text', text: char };
  return { kind: 'ph', key: raw, wish: 'cp', type: 'code:placeholder', element: 'cp', data: raw };
}

function toDraft(
  element: XmlElement,
  kind: InlineCodeDraft['kind'],
  data: string,
  originals: OriginalData,
): InlineCodeDraft {
  const id = attributeValue(element, 'startRef') ?? attributeValue(element, 'id') ?? '';
  const end = kind === 'close' ? 'End' : 'Start';
  return {
    kind,
    key: `${families[element.local] ?? element.name} ${id}`,
    wish: id,
    type: readType(element),
    element: element.local,
    data,
    equiv: attributeValue(element, 'equiv') ?? attributeValue(element, `equiv${end}`),
    disp: attributeValue(element, 'disp') ?? attributeValue(element, `disp${end}`) ?? findOriginal(element, originals),
    constraints: kind === 'close' ? undefined : readConstraints(element),
    ...(attributeValue(element, 'isolated') === 'yes' && { alone: true }),
  };
}

function findOriginal(element: XmlElement, originals: OriginalData): string | undefined {
  const ref = attributeValue(element, 'dataRef') ?? attributeValue(element, 'dataRefStart');
  return ref === undefined ? undefined : originals.get(ref);
}

const kinds: Readonly<Record<string, InlineCodeDraft['kind']>> = { sc: 'open', sm: 'open', ec: 'close', em: 'close' };
const families: Readonly<Record<string, string>> = {
  sc: 'pc',
  ec: 'pc',
  sm: 'mrk',
  em: 'mrk',
  pc: 'pc',
  mrk: 'mrk',
  ph: 'ph',
};

function readType(element: XmlElement): string {
  const known = codeTypeOf(attributeValue(element, 'type'), attributeValue(element, 'subType'));
  return known ?? (element.local === 'ph' ? 'code:placeholder' : 'code:markup');
}

function readConstraints(element: XmlElement): Constraints {
  if (element.local === 'mrk' || element.local === 'sm')
    return { deletable: true, cloneable: false, reorderable: true };
  return {
    deletable: attributeValue(element, 'canDelete') !== 'no',
    cloneable: attributeValue(element, 'canCopy') !== 'no',
    reorderable: (attributeValue(element, 'canReorder') ?? 'yes') === 'yes',
  };
}
