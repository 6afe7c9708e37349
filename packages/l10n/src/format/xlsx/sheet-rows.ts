import { walkMember, type XmlMember } from '../package/member-xml.js';
import { attributeValue, childElements, elementText, findChild, type XmlElement } from '../xml/xml-node.js';
import { parseAddress } from './cell-address.js';
import { decodeCellText } from './cell-text.js';
import { itemText } from './string-item.js';

/** Columns behind this one are not read: a row may claim 16,384 of them. */
const maxColumns = 100;

/** Reads the rows of a sheet as the texts of their cells, whatever their types are; a formula has its last result. */
export async function readSheetRows(
  member: XmlMember,
  strings: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  const child = (row: XmlElement) => void rows.push(cellTexts(row, strings));
  await walkMember(member, { local: 'sheetData', depth: 1 }, { child });
  return rows;
}

function cellTexts(row: XmlElement, strings: readonly string[]): readonly string[] {
  const texts: string[] = [];
  let column = 0;
  for (const cell of childElements(row)) {
    if (cell.local !== 'c') continue;
    column = parseAddress(attributeValue(cell, 'r') ?? '')?.column ?? column + 1;
    if (column > maxColumns) continue;
    while (texts.length < column) texts.push('');
    texts[column - 1] = cellText(cell, strings);
  }
  return texts;
}

function cellText(cell: XmlElement, strings: readonly string[]): string {
  const type = attributeValue(cell, 't') ?? 'n';
  const own = findChild(cell, 'is');
  if (type === 'inlineStr') return own === undefined ? '' : itemText(own);
  const value = findChild(cell, 'v');
  if (value === undefined || type === 'e') return '';
  const text = elementText(value);
  if (type === 's') return strings[Number(text)] ?? '';
  return type === 'str' ? decodeCellText(text) : text.trim();
}
