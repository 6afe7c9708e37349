import { parseMember } from '../package/member-xml.js';
import type { PackageReading } from '../package/package-reading.js';
import { attributeValue } from '../xml/xml-node.js';
import { parseAddress } from './cell-address.js';
import { linked, type Sheet } from './workbook.js';
import { xlsxMember } from './xlsx-member.js';

/** The header row of a table in a sheet. */
export interface TableHeader {
  readonly row: number;
  readonly first: number;
  readonly last: number;
}

/** Reads where the tables of a sheet have their headers: formulas and the tables themselves name columns by these texts. */
export async function readTableHeaders(reading: PackageReading, { path }: Sheet): Promise<readonly TableHeader[]> {
  const headers: TableHeader[] = [];
  for (const { target } of await linked(reading, path, 'table')) {
    if (!reading.archive.has(target)) continue;
    const root = parseMember(await xlsxMember(reading, target, 'table'));
    const [from = '', to = from] = (attributeValue(root, 'ref') ?? '').split(':');
    const [start, end] = [parseAddress(from), parseAddress(to)];
    if (start === undefined || end === undefined || attributeValue(root, 'headerRowCount') === '0') continue;
    headers.push({ row: start.row, first: start.column, last: end.column });
  }
  return headers;
}
