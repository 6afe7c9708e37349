import { parseMember } from '../package/member-xml.js';
import type { PackageReading } from '../package/package-reading.js';
import { attributeValue, childElements, elementText, findChild } from '../xml/xml-node.js';
import { decodeCellText } from './cell-text.js';
import { linked, type Sheet } from './workbook.js';
import { xlsxMember } from './xlsx-member.js';

/** Reads the comments on the cells of a sheet, by address. */
export async function readComments(reading: PackageReading, { path }: Sheet): Promise<ReadonlyMap<string, string>> {
  const [link] = await linked(reading, path, 'comments');
  if (link === undefined || !reading.archive.has(link.target)) return new Map();
  const root = parseMember(await xlsxMember(reading, link.target, 'comments'));
  const list = findChild(root, 'commentList');
  if (list === undefined) return new Map();
  return new Map(
    childElements(list).map((comment) => {
      const text = findChild(comment, 'text');
      return [attributeValue(comment, 'ref') ?? '', text ? decodeCellText(elementText(text)).trim() : ''];
    }),
  );
}
