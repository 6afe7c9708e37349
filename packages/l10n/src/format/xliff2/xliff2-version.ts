import type { DisplayHint } from '@helve/flow';
import { EXCHANGE_PROPERTY, REFERENCES_PROPERTY, SKELETON_PROPERTY } from '../generate/exchange-mark.js';
import type { XliffVersion } from '../xliff/unit-reader.js';
import { attributeValue, childElements, elementText, xmlNamespace, type XmlElement } from '../xml/xml-node.js';
import { isCoreElement, ruleName, slrNamespace } from './namespace.js';
import { readUnit, type Xliff2Unit } from './read-unit.js';

/** Units as version 2 of the standard has them. */
export const xliff2Version: XliffVersion<Xliff2Unit> = {
  format: 'xliff2',
  language: 'trgLang',
  name: 'name',
  type: 'type',
  readUnit,
  hintOf: readHint,
  propertiesOf: readMetadata,
  keepsSpace: ({ pieces }) =>
    pieces.some(({ sourceElement }) => attributeValue(sourceElement, 'space', xmlNamespace) === 'preserve'),
};

/** Names of metadata that new files have, with the properties that they are. */
const metadataNames: Readonly<Record<string, string>> = {
  context: 'context',
  references: REFERENCES_PROPERTY,
  exchange: EXCHANGE_PROPERTY,
};

/** Returns the properties of a unit or file that was written from a block or group with some. */
function readMetadata(element: XmlElement): Readonly<Record<string, string>> {
  const properties: Record<string, string> = {};
  for (const child of childElements(element)) {
    if (isCoreElement(child, 'skeleton')) properties[SKELETON_PROPERTY] ??= elementText(child);
    if (ruleName(child) === 'mda:metadata') readGroup(child, properties);
  }
  return properties;
}

function readGroup(metadata: XmlElement, properties: Record<string, string>): void {
  const own = childElements(metadata).find((group) => attributeValue(group, 'category') === 'helve');
  for (const meta of own === undefined ? [] : childElements(own)) {
    const type = attributeValue(meta, 'type') ?? '';
    const name = Object.hasOwn(metadataNames, type) ? metadataNames[type] : undefined;
    if (name !== undefined) properties[name] = elementText(meta);
  }
}

/** Returns the maximum length of a text: in characters, else in bytes. */
function readHint(unit: XmlElement): DisplayHint | undefined {
  for (const [name, unitName] of [
    ['sizeRestriction', 'chars'],
    ['storageRestriction', 'utf8'],
  ] as const) {
    const match = /^(?:\d+,)?(\d+)$/u.exec(attributeValue(unit, name, slrNamespace) ?? '');
    if (match) return { maxLength: Number(match[1]), unit: unitName };
  }
  return undefined;
}
