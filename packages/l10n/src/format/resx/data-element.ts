import { XmlFault } from '../xml/xml-fault.js';
import { attributeValue, findAttribute, findChild, xmlNamespace, type XmlElement } from '../xml/xml-node.js';
import type { ResxOptions } from './options.js';

/** A text of a resource file. */
export interface DataElement {
  readonly name: string;
  readonly element: XmlElement;
  readonly value: XmlElement;
  readonly comment: XmlElement | undefined;
  /** True when white space at the edges of its value is kept for sure. */
  readonly keepsSpace: boolean;
}

/** Returns the text that an element holds; undefined for headers, objects and properties of the designer. */
export function toDataElement(element: XmlElement, { designerProperties }: ResxOptions): DataElement | undefined {
  if (element.local !== 'data' || element.uri !== '') return undefined;
  const name = attributeValue(element, 'name');
  if (name === undefined) throw new XmlFault('<data> has no name', element.start);
  const value = findChild(element, 'value');
  const isTyped = findAttribute(element, 'type') !== undefined || findAttribute(element, 'mimetype') !== undefined;
  const property = name.slice(name.lastIndexOf('.') + 1);
  const isDesign = name.includes('.') && designerProperties.includes(property);
  if (value === undefined || isTyped || isDesign || name.startsWith('>>')) return undefined;
  return { name, element, value, comment: findChild(element, 'comment'), keepsSpace: keepsSpace(element, value) };
}

function keepsSpace(element: XmlElement, value: XmlElement): boolean {
  const own = attributeValue(value, 'space', xmlNamespace) ?? attributeValue(element, 'space', xmlNamespace);
  return own === 'preserve';
}
