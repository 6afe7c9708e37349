import { attributeValue, childElements, elementText, findChild, type XmlElement } from '../../xml/xml-node.js';
import type { Dialect } from './dialect.js';

/** Facts about an inline code that a tool keeps elsewhere. */
export interface CodeFacts {
  readonly equiv?: string;
  readonly disp?: string;
  readonly type?: string;
}

/** A dialect, with the definitions of codes that a file of it has in its headers. */
export interface DialectReading {
  readonly dialect: Dialect;
  /** By the id of the code, and the half of a pair. */
  readonly tags: ReadonlyMap<string, CodeFacts>;
}

const noFacts: CodeFacts = Object.freeze({});

/** Kinds of codes by words in the tags of a tool. */
const typesOfWords: readonly (readonly [RegExp, string])[] = [
  [/\bbold\b|^<\/?(?:b|strong)\b/iu, 'fmt:bold'],
  [/\bitalic\b|^<\/?(?:i|em)\b/iu, 'fmt:italic'],
  [/\bunderline\b|^<\/?u\b/iu, 'fmt:underline'],
  [/\bhyperlink\b|^<\/?a\b/iu, 'link:hyperlink'],
];

/** Reads the definitions of codes in the headers of a file. */
export function readTags(root: XmlElement | undefined, { namespaces }: Dialect): ReadonlyMap<string, CodeFacts> {
  const tags = new Map<string, CodeFacts>();
  if (root === undefined || namespaces.length === 0) return tags;
  for (const file of childElements(root)) {
    const header = file.local === 'file' ? findChild(file, 'header') : undefined;
    const lists = header === undefined ? [] : childElements(header);
    for (const list of lists.filter(({ local, uri }) => local === 'tag-defs' && namespaces.includes(uri)))
      for (const tag of childElements(list)) addTag(tag, tags);
  }
  return tags;
}

function addTag(tag: XmlElement, tags: Map<string, CodeFacts>): void {
  const id = attributeValue(tag, 'id') ?? '';
  for (const part of childElements(tag)) {
    if (!['bpt', 'ept', 'ph', 'st'].includes(part.local)) continue;
    const equiv = elementText(part);
    const disp = attributeValue(part, 'name');
    const type = typesOfWords.find(([word]) => word.test(equiv))?.[1];
    const facts = { equiv, ...(disp === undefined ? {} : { disp }), ...(type === undefined ? {} : { type }) };
    tags.set(`${part.local === 'ept' ? 'close' : 'open'} ${id}`, facts);
  }
}

/** Facts about an inline element: from the definitions of its file, or from the text of a tag inside of it. */
export function codeFacts(element: XmlElement, isClose: boolean, { dialect, tags }: DialectReading): CodeFacts {
  if (tags.size > 0) return tags.get(`${isClose ? 'close' : 'open'} ${attributeValue(element, 'id') ?? ''}`) ?? noFacts;
  if (dialect.id !== 'memoq' || element.children.length === 0) return noFacts;
  const equiv = elementText(element);
  const disp = /\bdisplaytext="([^"]{0,500})"/u.exec(equiv)?.[1];
  const type = typesOfWords.find(([word]) => word.test(equiv))?.[1];
  return {
    ...(disp === undefined ? {} : { disp: unescaped(disp) }),
    ...(type === undefined ? {} : { type }),
    ...(equiv === '' || equiv === '{}' ? {} : { equiv }),
  };
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
