import type { DisplayHint } from '@helve/flow';
import { EXCHANGE_PROPERTY, readBatchNote, REFERENCES_PROPERTY } from '../generate/exchange-mark.js';
import { findChild, childElements, attributeValue, elementText, type XmlElement } from '../xml/xml-node.js';
import type { DialectReading } from './dialect/dialect-code.js';
import { readUnit, type XliffUnit } from './read-unit.js';
import type { XliffVersion } from './unit-reader.js';

/** Units as the standard says. */
export const plainVersion: XliffVersion<XliffUnit> = {
  format: 'xliff',
  language: 'target-language',
  name: 'resname',
  type: 'restype',
  readUnit,
  hintOf: readHint,
  propertiesOf: readProperties,
  keepsSpace: () => false,
};

/** Reads units as the tool of a file writes them. */
export function xliffVersion(reading: DialectReading): XliffVersion<XliffUnit> {
  const { id, variations = false } = reading.dialect;
  if (id === 'plain') return plainVersion;
  return {
    ...plainVersion,
    dialect: id,
    joinsVariations: variations,
    readUnit: (...args) => readUnit(...args, reading),
  };
}

/** Types of contexts that new files have, with the properties that they are. */
const contextTypes: Readonly<Record<string, string>> = {
  'x-helve-context': 'context',
  'x-helve-references': REFERENCES_PROPERTY,
  'x-helve-exchange': EXCHANGE_PROPERTY,
};

/** Returns the properties of a unit or file that was written from a block or group with some. */
function readProperties(element: XmlElement): Readonly<Record<string, string>> {
  if (element.local === 'file') return readHeader(element);
  const groups = childElements(element).filter(({ local, uri }) => local === 'context-group' && uri === element.uri);
  const known = groups.flatMap(childElements).flatMap((one) => {
    const type = attributeValue(one, 'context-type') ?? '';
    const name = Object.hasOwn(contextTypes, type) ? contextTypes[type] : undefined;
    return name === undefined ? [] : [[name, elementText(one)] as const];
  });
  return Object.fromEntries(known);
}

/** Returns the batch that the header of a file names. */
function readHeader(file: XmlElement): Readonly<Record<string, string>> {
  const header = findChild(file, 'header');
  const notes = header === undefined ? [] : childElements(header).filter(({ local }) => local === 'note');
  const batch = notes.map((note) => readBatchNote(elementText(note))).find((one) => one !== undefined);
  return batch === undefined ? {} : { [EXCHANGE_PROPERTY]: batch };
}

const units = { char: 'chars', byte: 'utf8', glyph: 'graphemes' } as const;

/** Returns the maximum length of a text; widths in pixels and points do not count. */
function readHint(element: XmlElement): DisplayHint | undefined {
  const maxLength = Number(attributeValue(element, 'maxwidth') ?? Number.NaN);
  const sizeUnit = attributeValue(element, 'size-unit');
  const unit = sizeUnit === 'char' || sizeUnit === 'byte' || sizeUnit === 'glyph' ? units[sizeUnit] : undefined;
  return Number.isInteger(maxLength) && maxLength > 0 && unit ? { maxLength, unit } : undefined;
}
