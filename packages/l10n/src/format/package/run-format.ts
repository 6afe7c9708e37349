import { findChild, type XmlElement } from '../xml/xml-node.js';

const formatTypes: readonly (readonly [string, string])[] = [
  ['b', 'fmt:bold'],
  ['i', 'fmt:italic'],
  ['u', 'fmt:underline'],
  ['strike', 'fmt:strikethrough'],
];

/** Returns the vocabulary type of the properties of a run in an Office file. */
export function formatType(format: XmlElement): string {
  const position = officeValue(findChild(format, 'vertAlign'));
  if (position === 'superscript' || position === 'subscript') return `fmt:${position}`;
  return formatTypes.find(([local]) => isOn(findChild(format, local)))?.[1] ?? 'code:markup';
}

/** Returns the attribute `val` of an element, which has a namespace in some kinds of Office files. */
export function officeValue(element: XmlElement | undefined): string | undefined {
  return element?.attributes.find(({ local }) => local === 'val')?.value;
}

/** True for a property that is there and not switched off. */
export function isOn(property: XmlElement | undefined): boolean {
  return property !== undefined && !['0', 'false', 'off', 'none'].includes(officeValue(property) ?? '');
}
