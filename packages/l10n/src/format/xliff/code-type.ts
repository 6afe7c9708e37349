import { findAttribute, attributeValue, type XmlElement } from '../xml/xml-node.js';

const byCtype: Readonly<Record<string, string>> = {
  bold: 'fmt:bold',
  italic: 'fmt:italic',
  underlined: 'fmt:underline',
  link: 'link:hyperlink',
  image: 'media:image',
  lb: 'struct:break',
  pb: 'struct:pagebreak',
  'x-bold': 'fmt:bold',
  'x-italic': 'fmt:italic',
  'x-html-b': 'fmt:bold',
  'x-html-i': 'fmt:italic',
  'x-html-br': 'struct:break',
  'x-html-a': 'link:hyperlink',
  'x-html-img': 'media:image',
};

const pairs = new Set(['g', 'bx', 'ex', 'bpt', 'ept', 'it', 'mrk']);

/** Returns the vocabulary type of an inline element of XLIFF 1.2. */
export function codeType(element: XmlElement): string {
  const ctype = attributeValue(element, 'ctype');
  const known = ctype === undefined ? undefined : byCtype[ctype];
  return known ?? (pairs.has(element.local) ? 'code:markup' : 'code:placeholder');
}

/** Returns the constraints of a code beyond its type; most have none. */
export function codeConstraints(element: XmlElement) {
  if (element.local === 'mrk') return { deletable: true, cloneable: false, reorderable: true };
  if (findAttribute(element, 'clone')?.value !== 'no') return undefined;
  return { deletable: false, cloneable: false, reorderable: true };
}
