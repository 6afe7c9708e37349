import type { XmlAttribute, XmlElement } from '../xml/xml-node.js';
import { isWord } from './word-xml.js';

/** Attributes that describe a picture, by the element; both names of a description are one kind. */
const describing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  docPr: { descr: 'description', title: 'title' },
  cNvPr: { descr: 'description', title: 'title' },
  shape: { alt: 'description' },
  rect: { alt: 'description' },
  group: { alt: 'description' },
};

/** Lists the descriptions and titles of the pictures in an element; equal ones are one text in several places. */
export function altTexts(element: XmlElement): readonly (readonly XmlAttribute[])[] {
  const found = new Map<string, XmlAttribute[]>();
  for (const { kind, attribute } of attributesIn(element)) {
    if (attribute.value.trim() === '') continue;
    const name = `${kind} ${attribute.value}`;
    const places = found.get(name);
    if (places) places.push(attribute);
    else found.set(name, [attribute]);
  }
  return [...found.values()];
}

function* attributesIn(element: XmlElement): Generator<{ readonly kind: string; readonly attribute: XmlAttribute }> {
  const kinds = Object.hasOwn(describing, element.local) ? (describing[element.local] ?? {}) : {};
  for (const attribute of element.attributes) {
    const kind = attribute.uri === '' && Object.hasOwn(kinds, attribute.local) ? kinds[attribute.local] : undefined;
    if (kind !== undefined) yield { kind, attribute };
  }
  for (const child of element.children) {
    if (child.kind === 'element' && !isWord(child, 'txbxContent')) yield* attributesIn(child);
  }
}
