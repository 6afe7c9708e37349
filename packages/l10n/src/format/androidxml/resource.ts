import { pluralCategories } from '@helve/flow/content';
import type { PluralCategory } from '../plural/plan-members.js';
import { XmlFault } from '../xml/xml-fault.js';
import { attributeValue, childElements, type XmlElement } from '../xml/xml-node.js';
import type { Dialect } from './dialect.js';

/** A resource with text: one value, the values of an array, or the forms of a plural. */
export type Resource =
  | { readonly kind: 'string'; readonly name: string; readonly element: XmlElement }
  | { readonly kind: 'array'; readonly name: string; readonly items: readonly XmlElement[] }
  | {
      readonly kind: 'plurals';
      readonly name: string;
      readonly element: XmlElement;
      readonly items: readonly PluralItem[];
    };

/** One form of a plural. */
export interface PluralItem {
  readonly category: PluralCategory;
  readonly element: XmlElement;
}

/** Returns the resource of an element; undefined for one without text, such as a color. */
export function toResource(element: XmlElement, dialect: Dialect): Resource | undefined {
  const { local, uri } = element;
  if (uri !== '') return undefined;
  if (local === 'string' || (local === 'item' && attributeValue(element, 'type') === 'string')) {
    return { kind: 'string', name: nameOf(element), element };
  }
  if (local === 'string-array') return { kind: 'array', name: nameOf(element), items: itemsOf(element) };
  if (!dialect.plurals.includes(local)) return undefined;
  const items = itemsOf(element).map(toPluralItem);
  return items.length === 0 ? undefined : { kind: 'plurals', name: nameOf(element), element, items };
}

function nameOf(element: XmlElement): string {
  const name = attributeValue(element, 'name');
  if (name === undefined || name === '') throw new XmlFault(`<${element.name}> has no name`, element.start);
  const product = attributeValue(element, 'product');
  return product === undefined || product === '' ? name : `${name}{${product}}`;
}

function itemsOf(element: XmlElement): readonly XmlElement[] {
  return childElements(element).filter(({ local, uri }) => local === 'item' && uri === '');
}

function toPluralItem(element: XmlElement, at: number, all: readonly XmlElement[]): PluralItem {
  const quantity = attributeValue(element, 'quantity');
  const category = pluralCategories.find((name) => name === quantity);
  if (category === undefined) {
    const problem = quantity === undefined ? 'an item has no quantity' : `"${quantity}" is not a quantity`;
    throw new XmlFault(problem, element.start);
  }
  if (all.findIndex((one) => attributeValue(one, 'quantity') === category) < at) {
    throw new XmlFault(`the quantity "${category}" occurs twice`, element.start);
  }
  return { category, element };
}

const toolsNamespace = 'http://schemas.android.com/tools';

/** True when an element says that it is not translated. */
export function isExcluded(element: XmlElement): boolean {
  if (attributeValue(element, 'translatable') === 'false') return true;
  const ignored = attributeValue(element, 'ignore', toolsNamespace);
  return ignored?.split(',').some((name) => name.trim() === 'MissingTranslation') === true;
}

const reference = /^\s*(?:@(?:null|empty|[+*]?(?:[\w.]+:)?\w+\/[\w.$]+)|\?[*]?(?:[\w.]+:)?(?:\w+\/)?[\w.$]+)\s*$/u;

/** True for a text that is nothing but a reference to another resource or attribute. */
export function isReference(text: string): boolean {
  return reference.test(text);
}
