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

/** Decides which attributes of a start tag are text. */
export type PickAttributes = (name: string, attributes: readonly HtmlAttribute[]) => readonly HtmlAttribute[];

/** Compiles the options about attributes. */
export function attributePicker({ attributes: named, meta }: HtmlOptions): PickAttributes {
  const onAny = new Set(named);
  const isMeta = metaMatcher(meta);
  return (name, attributes) =>
    attributes.filter((one) => {
      if (decodeAttribute(one.raw).trim() === '') return false;
      if (onAny.has(one.name)) return true;
      if (one.name === 'value') return name === 'input' && isButton(attributes);
      return one.name === 'content' && name === 'meta' && isMeta(attributes) && !address.test(one.raw.trim());
    });
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
