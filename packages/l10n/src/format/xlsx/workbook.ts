import { parseMember } from '../package/member-xml.js';
import type { PackageReading } from '../package/package-reading.js';
import { readRelationships, type Relationship } from '../package/relationships.js';
import { attributeValue, childElements, elementText, findChild, type XmlElement } from '../xml/xml-node.js';
import { TABLE_NAME } from './workbook-parts.js';
import { xlsxMember } from './xlsx-member.js';

/** A sheet with cells. */
export interface Sheet {
  readonly name: string;
  /** Path of its part in the package. */
  readonly path: string;
  readonly hidden: boolean;
}

/** The parts of a workbook that matter to text. */
export interface Workbook {
  /** In the order of the tabs. */
  readonly sheets: readonly Sheet[];
  /** Path of its main part. */
  readonly path: string;
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** Name of the sheet that is a table which Helve wrote. */
  readonly table: string | undefined;
}

/** Reads which parts a workbook has; one without its main part is refused. */
export async function readWorkbook(reading: PackageReading): Promise<Workbook> {
  const [main] = await linked(reading, '', 'officeDocument');
  const path = main?.target ?? 'xl/workbook.xml';
  const root = parseMember(await xlsxMember(reading, path, 'workbook'));
  const links = await readRelationships(reading, path, 'xlsx');
  const target = (type: string) => links.find((link) => link.type === type && reading.archive.has(link.target))?.target;
  return {
    sheets: listSheets(root, links, reading),
    path,
    sharedStrings: target('sharedStrings'),
    styles: target('styles'),
    table: tableSheet(root),
  };
}

/** Lists the links of a part to parts of one type. */
export async function linked(reading: PackageReading, part: string, type: string): Promise<readonly Relationship[]> {
  return (await readRelationships(reading, part, 'xlsx')).filter((link) => link.type === type);
}

/** The sheet of the name that Helve gives to the header of a table. */
function tableSheet(root: XmlElement): string | undefined {
  const names = findChild(root, 'definedNames');
  const own = names && childElements(names).find((element) => attributeValue(element, 'name') === TABLE_NAME);
  const [, quoted, plain] = (own && /^(?:'((?:[^']|'')*)'|([^'!]+))!/u.exec(elementText(own))) ?? [];
  return quoted?.replaceAll("''", "'") ?? plain;
}

function listSheets(root: XmlElement, links: readonly Relationship[], { archive }: PackageReading): readonly Sheet[] {
  const sheets = findChild(root, 'sheets');
  if (sheets === undefined) return [];
  const seen = new Set<string>();
  return childElements(sheets).flatMap((element) => {
    const id = element.attributes.find(({ local, uri }) => local === 'id' && uri !== '')?.value;
    const link = links.find((one) => one.id === id && one.type === 'worksheet');
    if (link === undefined || !archive.has(link.target) || seen.has(link.target)) return [];
    seen.add(link.target);
    const state = attributeValue(element, 'state') ?? 'visible';
    return [{ name: attributeValue(element, 'name') ?? '', path: link.target, hidden: state !== 'visible' }];
  });
}
