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
  const known = ctype === undefined ? undefined : (byCtype[ctype] ?? ownType(ctype));
  return known ?? (pairs.has(element.local) ? 'code:markup' : 'code:placeholder');
}

/** Returns the constraints of a code beyond its type; most have none. */
export function codeConstraints(element: XmlElement) {
  if (element.local === 'mrk') return { deletable: true, cloneable: false, reorderable: true };
  if (findAttribute(element, 'clone')?.value !== 'no') return undefined;
  return { deletable: false, cloneable: false, reorderable: true };
}

/** Prefix of our own types, for which XLIFF 1.2 has no word. */
const ownPrefix = 'x-helve-';

function ownType(ctype: string): string | undefined {
  return ctype.startsWith(ownPrefix) ? ctype.slice(ownPrefix.length).replace('.', ':') : undefined;
}

/** Words of XLIFF 1.2 for codes alone, and for both halves of a pair. */
const words: Readonly<Record<string, string>> = {
  'fmt:bold': 'bold',
  'fmt:italic': 'italic',
  'fmt:underline': 'underlined',
  'link:hyperlink': 'link',
  'media:image': 'image',
  'struct:break': 'lb',
  'struct:pagebreak': 'pb',
};
const wordsOfPlaceholders: ReadonlySet<string> = new Set(['image', 'lb', 'pb']);

/** Returns the `ctype` for a vocabulary type; undefined for the type that codes have without one. */
export function codeTypeName(type: string, isPlaceholder: boolean): string | undefined {
  if (type === (isPlaceholder ? 'code:placeholder' : 'code:markup')) return undefined;
  const word = words[type];
  if (word !== undefined && wordsOfPlaceholders.has(word) === isPlaceholder) return word;
  return `${ownPrefix}${type.replace(':', '.')}`;
}
