/** The namespaces of prefixes at one element; the empty prefix is the default. */
export type Namespaces = { readonly [prefix: string]: string };

/** An attribute, with the positions of its name and of the text between its quotes. */
export interface XmlAttribute {
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly value: string;
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/**
 * An element and its positions in the text:
 *
 *     <note from="me">text</note>
 *     │              │   │      │
 *     start    openEnd   │      end
 *                        closeStart
 */
export interface XmlElement {
  readonly kind: 'element';
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlNode[];
  readonly parent: XmlElement | undefined;
  readonly namespaces: Namespaces;
  readonly start: number;
  readonly openEnd: number;
  /** Equal to `openEnd` for an element without an end tag. */
  closeStart: number;
  end: number;
}

/** Text with its references resolved and its line ends normalized. */
export interface XmlText {
  readonly kind: 'text';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly cdata: boolean;
}

/** A comment or a processing instruction. */
interface XmlAside {
  readonly kind: 'comment' | 'instruction';
  readonly start: number;
  readonly end: number;
}

/** A reference to an entity that the document declares. */
interface XmlReference {
  readonly kind: 'reference';
  readonly name: string;
  /** Undefined for an entity in another file. */
  readonly value: string | undefined;
  readonly start: number;
  readonly end: number;
}

export type XmlNode = XmlElement | XmlText | XmlAside | XmlReference;

export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** True for `<x/>`, which has no end tag. */
export function isSelfClosing(element: XmlElement): boolean {
  return element.openEnd === element.end;
}

/** Lists the elements directly in an element. */
export function childElements(parent: XmlElement): readonly XmlElement[] {
  return parent.children.filter((child) => child.kind === 'element');
}

/** Returns the first child of a name, in the namespace of its parent. */
export function findChild(parent: XmlElement, local: string): XmlElement | undefined {
  for (const child of parent.children) {
    if (child.kind === 'element' && child.local === local && child.uri === parent.uri) return child;
  }
  return undefined;
}

/** Returns an attribute, by its name and namespace. */
export function findAttribute(element: XmlElement, local: string, uri = ''): XmlAttribute | undefined {
  for (const attribute of element.attributes) {
    if (attribute.local === local && attribute.uri === uri) return attribute;
  }
  return undefined;
}

/** Returns the value of an attribute. */
export function attributeValue(element: XmlElement, local: string, uri = ''): string | undefined {
  return findAttribute(element, local, uri)?.value;
}

/** Returns all text in an element, as a reader of the document sees it. */
export function elementText(element: XmlElement): string {
  return element.children
    .map((child) => (child.kind === 'text' ? child.text : child.kind === 'element' ? elementText(child) : ''))
    .join('');
}
