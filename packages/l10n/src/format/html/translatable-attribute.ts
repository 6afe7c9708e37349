import { attributeValue, decodeAttribute, type HtmlAttribute } from './attribute.js';
import type { HtmlOptions } from './options.js';

/** Attributes that people read, on any element. */
export const textAttributes: readonly string[] = Object.freeze([
  'alt',
  'title',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'summary',
  'abbr',
]);

/** Kinds of `meta` whose content people read: a name, or the start of one before a star. */
export const textMeta: readonly string[] = Object.freeze(['description', 'keywords', 'og:*', 'twitter:*']);

/** Kinds of `meta` that are names for machines, addresses or sizes. */
const machineMeta =
  /^(?:og:(?:type|locale.*|determiner)|twitter:(?:card|site|creator|dnt|app:.*|player:.*|widgets:.*)|.*:(?:id|type|width|height|price|currency))$/;
const address = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/|\.\.?\/|data:)\S*$/i;
const buttonTypes: ReadonlySet<string> = new Set(['button', 'submit', 'reset']);

/** Decides whether an attribute of a start tag is text. */
export type PickAttribute = (tag: string, attribute: HtmlAttribute, all: readonly HtmlAttribute[]) => boolean;

/** Compiles the options about attributes. */
export function attributePicker({ attributes: named, meta }: HtmlOptions): PickAttribute {
  const onAny = new Set(named);
  const isMeta = metaMatcher(meta);
  const isText: PickAttribute = (tag, { name, raw }, all) => {
    if (onAny.has(name)) return true;
    if (name === 'value') return tag === 'input' && isButton(all);
    return name === 'content' && tag === 'meta' && isMeta(all) && !address.test(raw.trim());
  };
  return (tag, attribute, all) => isText(tag, attribute, all) && decodeAttribute(attribute.raw).trim() !== '';
}

function isButton(attributes: readonly HtmlAttribute[]): boolean {
  return buttonTypes.has(attributeValue(attributes, 'type')?.toLowerCase() ?? '');
}

function metaMatcher(patterns: readonly string[]): (attributes: readonly HtmlAttribute[]) => boolean {
  const exact = new Set(patterns.filter((one) => !one.endsWith('*')));
  const starts = patterns.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1));
  return (attributes) => {
    const name = (attributeValue(attributes, 'name') ?? attributeValue(attributes, 'property') ?? '').toLowerCase();
    if (exact.has(name)) return true;
    return starts.some((start) => name.startsWith(start)) && !machineMeta.test(name);
  };
}
