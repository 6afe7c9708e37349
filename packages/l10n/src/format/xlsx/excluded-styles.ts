import { parseMember } from '../package/member-xml.js';
import type { PackageReading } from '../package/package-reading.js';
import { attributeValue, childElements, findChild, type XmlElement } from '../xml/xml-node.js';
import type { Workbook } from './workbook.js';
import { xlsxMember } from './xlsx-member.js';

/** Reads which cell styles, by number, have a fill of one of some colors. */
export async function readExcludedStyles(
  reading: PackageReading,
  { styles }: Workbook,
  colors: readonly string[],
): Promise<ReadonlySet<string>> {
  if (colors.length === 0 || styles === undefined) return new Set();
  const root = parseMember(await xlsxMember(reading, styles, 'styleSheet'));
  const wanted = new Set(colors.map((color) => color.toUpperCase()));
  const fills = childrenOf(root, 'fills').map((fill) => wanted.has(fillColor(fill)));
  const excluded = childrenOf(root, 'cellXfs').flatMap((style, at) =>
    fills[Number(attributeValue(style, 'fillId') ?? 0)] === true ? [String(at)] : [],
  );
  return new Set(excluded);
}

function childrenOf(root: XmlElement, local: string): readonly XmlElement[] {
  const parent = findChild(root, local);
  return parent === undefined ? [] : childElements(parent);
}

/** Returns the color of a fill as RGB, without its opacity. */
function fillColor(fill: XmlElement): string {
  const pattern = findChild(fill, 'patternFill');
  const color = pattern && findChild(pattern, 'fgColor');
  return ((color && attributeValue(color, 'rgb')) ?? '').slice(-6).toUpperCase();
}
