import type { XmlElement } from '../xml/xml-node.js';

const namespaces: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);

const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** True for an element of Word, of transitional and of strict files; with a name, for that one alone. */
export function isWord(element: XmlElement, local?: string): boolean {
  return namespaces.has(element.uri) && (local === undefined || element.local === local);
}

/** Returns the first child of Word of a name. */
export function wordChild(parent: XmlElement | undefined, local: string): XmlElement | undefined {
  for (const child of parent?.children ?? []) if (child.kind === 'element' && isWord(child, local)) return child;
  return undefined;
}

/** Returns an attribute of Word. */
export function wordAttribute(element: XmlElement, local: string): string | undefined {
  return element.attributes.find((one) => one.local === local && namespaces.has(one.uri))?.value;
}

/** Returns the branches of alternative content, the one to read first; nothing for other elements. */
export function alternatives(element: XmlElement): readonly XmlElement[] | undefined {
  if (element.uri !== compatibility || element.local !== 'AlternateContent') return undefined;
  return element.children.filter((child) => child.kind === 'element');
}

/** Returns the prefix of an element, with the colon. */
export function prefixOf({ name, local }: XmlElement): string {
  return name.slice(0, name.length - local.length);
}
