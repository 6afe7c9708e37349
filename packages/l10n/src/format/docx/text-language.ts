import { directionOf } from '../../check/html/direction.js';

/** Language and direction that changed text gets; absent ones are left alone. */
export interface TextLanguage {
  readonly locale?: string;
  /** Attribute of `lang` that holds the language, by its script. */
  readonly attribute?: 'bidi' | 'eastAsia' | 'val';
  readonly rightToLeft: boolean;
}

/** Decides which language and direction changed text gets. */
export function textLanguage(
  target: string | undefined,
  options: { readonly setLanguage: boolean; readonly direction: 'auto' | 'keep' },
): TextLanguage {
  if (target === undefined) return { rightToLeft: false };
  const isRightToLeft = directionOf(target) === 'rtl';
  const rightToLeft = options.direction === 'auto' && isRightToLeft;
  if (!options.setLanguage) return { rightToLeft };
  const attribute = isRightToLeft ? 'bidi' : /^(?:ja|ko|zh|yue)\b/u.test(target) ? 'eastAsia' : 'val';
  return { locale: target, attribute, rightToLeft };
}

/** Properties of runs that come behind the direction, and behind the language. */
const behindDirection = ['cs', 'em', 'lang', 'eastAsianLayout', 'specVanish', 'oMath', 'rPrChange'];
const behindLanguage = ['eastAsianLayout', 'specVanish', 'oMath', 'rPrChange'];

/** Sets the language and direction in the start of a run. */
export function inLanguage(start: string, prefix: string, language: TextLanguage): string {
  const { locale, attribute: name = 'val' } = language;
  const directed = language.rightToLeft ? withProperty(start, prefix, 'rtl', '', behindDirection) : start;
  if (locale === undefined) return directed;
  const attribute = `${prefix}${name}="${locale}"`;
  const found = new RegExp(`<${prefix}lang\\b[^>]*>`, 'u').exec(directed);
  if (found === null) return withProperty(directed, prefix, 'lang', ` ${attribute}`, behindLanguage);
  const [old] = found;
  const own = new RegExp(`\\b${prefix}${name}="[^"]*"`, 'u');
  const tag = own.test(old) ? old.replace(own, attribute) : old.replace(/\s*\/?>$/u, ` ${attribute}/>`);
  return directed.slice(0, found.index) + tag + directed.slice(found.index + old.length);
}

const languageElements = /<(?:[\w.-]+:)?(?:lang|rtl)\b[^<>]*\/>/gu;
const emptyProperties = /<((?:[\w.-]+:)?rPr)\s*(?:\/>|><\/\1>)/u;

/** Returns the start of a run without its language and direction, by which runs of a text and of its translation are compared. */
export function withoutLanguage(start: string): string {
  return start.replaceAll(languageElements, '').replace(emptyProperties, '');
}

/** Adds an element to the properties of a run, before those that come behind it. */
function withProperty(
  start: string,
  prefix: string,
  name: string,
  attributes: string,
  behind: readonly string[],
): string {
  const element = `<${prefix}${name}${attributes}/>`;
  const empty = new RegExp(`<${prefix}rPr\\s*/>`, 'u');
  const filled = start.replace(empty, `<${prefix}rPr></${prefix}rPr>`);
  if (!filled.includes(`<${prefix}rPr>`)) return `${filled}<${prefix}rPr>${element}</${prefix}rPr>`;
  if (new RegExp(`<${prefix}${name}\\b`, 'u').test(filled)) return filled;
  const next = new RegExp(`<${prefix}(?:${behind.join('|')})\\b|</${prefix}rPr>`, 'u').exec(filled);
  const at = next?.index ?? filled.length;
  return filled.slice(0, at) + element + filled.slice(at);
}

/** Properties of paragraphs that come behind the direction. */
const behindBidi =
  'adjustRightInd|snapToGrid|spacing|ind|contextualSpacing|mirrorIndents|suppressOverlap|jc|textDirection|textAlignment|textboxTightWrap|outlineLvl|divId|cnfStyle|rPr|sectPr|pPrChange';

/** Sets the direction in the properties of a paragraph. */
export function inDirection(properties: string, prefix: string, language: TextLanguage): string {
  if (!language.rightToLeft || new RegExp(`<${prefix}bidi\\b`, 'u').test(properties)) return properties;
  const element = `<${prefix}bidi/>`;
  const filled = properties.replace(new RegExp(`^<${prefix}pPr\\s*/>$`, 'u'), `<${prefix}pPr></${prefix}pPr>`);
  if (filled === '') return `<${prefix}pPr>${element}</${prefix}pPr>`;
  const next = new RegExp(`<${prefix}(?:${behindBidi})\\b|</${prefix}pPr>$`, 'u').exec(filled);
  const at = next?.index ?? filled.length;
  return filled.slice(0, at) + element + filled.slice(at);
}
