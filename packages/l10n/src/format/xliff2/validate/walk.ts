import { isCoreElement } from '../namespace.js';
import { childElements, type XmlElement } from '../../xml/xml-node.js';

/** Lists an element and all elements in it, in the order of the document. */
export function walk(element: XmlElement, into: XmlElement[] = []): readonly XmlElement[] {
  into.push(element);
  for (const child of element.children) if (child.kind === 'element') walk(child, into);
  return into;
}

/** Returns the nearest enclosing core element with one of some names. */
export function ancestor(element: XmlElement, ...names: readonly string[]): XmlElement | undefined {
  let outer = element.parent;
  while (outer && !isCoreElement(outer, ...names)) outer = outer.parent;
  return outer;
}

/** Lists the segments and ignorables of a unit. */
export function listSegments(unit: XmlElement): readonly XmlElement[] {
  return childElements(unit).filter((child) => isCoreElement(child, 'segment', 'ignorable'));
}

const known = new WeakMap<XmlElement, Readonly<Record<'source' | 'target', readonly InlineElement[]>>>();

/** Lists the inline elements of one side of a unit, in the order of the document, each with its segment. */
export function listInline(unit: XmlElement, side: 'source' | 'target'): readonly InlineElement[] {
  let sides = known.get(unit);
  if (!sides) known.set(unit, (sides = { source: inlineIn(unit, 'source'), target: inlineIn(unit, 'target') }));
  return sides[side];
}

function inlineIn(unit: XmlElement, side: string): readonly InlineElement[] {
  const found: InlineElement[] = [];
  for (const piece of listSegments(unit)) {
    for (const content of childElements(piece)) {
      if (!isCoreElement(content, side) || !content.children.some(({ kind }) => kind === 'element')) continue;
      for (const element of walk(content).slice(1)) found.push({ element, piece });
    }
  }
  return found;
}

export interface InlineElement {
  readonly element: XmlElement;
  readonly piece: XmlElement;
}
