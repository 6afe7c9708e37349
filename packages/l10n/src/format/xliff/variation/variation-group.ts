import { isPluralCategory } from '../../json/plural-table.js';
import { attributeValue, type XmlElement, type XmlNode } from '../../xml/xml-node.js';

/** Kinds of forms that Xcode spreads over units. */
export type VariationKind = 'plural' | 'device';

/** A form of a text: the unit `days|==|plural.one` holds the form `one` of `days`. */
interface VariationId {
  readonly key: string;
  readonly kind: VariationKind;
  readonly name: string;
}

/** One unit of a text that has several. */
export interface VariationMember {
  readonly name: string;
  readonly element: XmlElement;
}

/** Units that follow each other and are forms of one text. */
export interface VariationGroup {
  readonly key: string;
  readonly kind: VariationKind;
  readonly members: readonly VariationMember[];
}

const mark = '|==|';

/** Parses the id of a unit; undefined for one that is a text by itself, or a form in a way that nobody knows. */
export function parseVariationId(id: string): VariationId | undefined {
  const at = id.lastIndexOf(mark);
  if (at < 0) return undefined;
  const [kind, name = '', ...more] = id.slice(at + mark.length).split('.');
  if (more.length > 0 || name === '') return undefined;
  const key = id.slice(0, at);
  if (kind === 'plural' && isPluralCategory(name)) return { key, kind, name };
  return kind === 'device' ? { key, kind, name } : undefined;
}

/** Spells the id of a form. */
export function variationId({ key, kind }: Pick<VariationGroup, 'key' | 'kind'>, name: string): string {
  return `${key}${mark}${kind}.${name}`;
}

/** Joins units that follow each other and are forms of one text; everything else passes. */
export function* joinVariations(children: readonly XmlNode[]): Generator<XmlElement | VariationGroup> {
  let open: { readonly group: VariationGroup; readonly members: VariationMember[] } | undefined;
  for (const element of children) {
    if (element.kind !== 'element') continue;
    const id = element.local === 'trans-unit' ? parseVariationId(attributeValue(element, 'id') ?? '') : undefined;
    const fits = open !== undefined && id !== undefined && isNext(open.group, id);
    if (open !== undefined && !fits) yield open.group;
    if (!fits) open = undefined;
    if (id === undefined) {
      yield element;
      continue;
    }
    if (open === undefined) {
      const members: VariationMember[] = [];
      open = { group: { key: id.key, kind: id.kind, members }, members };
    }
    open.members.push({ name: id.name, element });
  }
  if (open !== undefined) yield open.group;
}

function isNext({ key, kind, members }: VariationGroup, id: VariationId): boolean {
  return key === id.key && kind === id.kind && members.every(({ name }) => name !== id.name);
}
