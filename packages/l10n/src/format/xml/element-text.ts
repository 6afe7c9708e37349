import { escapeValue, legalXmlText } from './escape-xml.js';

/** Attributes in order; those that are undefined are left out. */
export type TagAttributes = Readonly<Record<string, string | undefined>>;

/** Spells a start tag. */
export function startTag(name: string, attributes: TagAttributes = {}): string {
  return `<${name}${spell(attributes)}>`;
}

/** Spells an element without content. */
export function emptyTag(name: string, attributes: TagAttributes = {}): string {
  return `<${name}${spell(attributes)}/>`;
}

/** Spells an element around content that is XML already. */
export function elementAround(name: string, attributes: TagAttributes, content: string): string {
  return `${startTag(name, attributes)}${content}</${name}>`;
}

function spell(attributes: TagAttributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeValue(legalXmlText(value))}"`))
    .join('');
}
