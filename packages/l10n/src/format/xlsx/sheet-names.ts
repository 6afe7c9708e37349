import { textRun } from '@helve/flow';
import type { PackageReading } from '../package/package-reading.js';
import { attributeValue, childElements, findAttribute, findChild, type XmlElement } from '../xml/xml-node.js';
import type { PlaceText } from './place-text.js';

/** Lists the names of the sheets that are read; those that something refers to can be read, and not changed. */
export async function sheetNameTexts(
  root: XmlElement,
  isRead: (name: string) => boolean,
  reading: PackageReading,
): Promise<readonly PlaceText[]> {
  const sheets = findChild(root, 'sheets');
  const elements = sheets === undefined ? [] : childElements(sheets);
  const names = elements.map((element) => attributeValue(element, 'name') ?? '');
  const referenced = await referencedNames(names, reading);
  return elements.flatMap((element): readonly PlaceText[] => {
    const attribute = findAttribute(element, 'name');
    if (attribute === undefined || !isRead(attribute.value)) return [];
    const { value, valueStart, valueEnd } = attribute;
    const taken = names.filter((name) => name !== value).map((name) => name.toLowerCase());
    return [
      {
        name: `${value}.name`,
        type: 'sheet',
        runs: [textRun(value)],
        start: valueStart,
        end: valueEnd,
        form: { place: 'sheet', referenced: referenced.has(value), taken },
      },
    ];
  });
}

/** Finds the sheets that formulas, names, links, charts or pivot tables of any member refer to. */
async function referencedNames(names: readonly string[], reading: PackageReading): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { name: member } of reading.archive.entries) {
    // Names that a macro refers to cannot be read.
    if (/^xl\/vbaProject\.bin$/iu.test(member)) return new Set(names);
    if (!/^xl\/.*\.(?:xml|rels|vml)$/iu.test(member)) continue;
    const text = (await reading.bytes(member)).toString('utf8');
    for (const name of names) if (!found.has(name) && refersTo(text, name)) found.add(name);
  }
  return found;
}

function refersTo(text: string, name: string): boolean {
  const spellings = [name, name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')].flatMap((one) => [
    `${one}!`,
    `${one.replaceAll("'", "''")}'!`,
    `${one.replaceAll("'", '&apos;&apos;')}&apos;!`,
    `sheet="${one}"`,
  ]);
  // A formula may refer to all sheets from one to another.
  return spellings.some((one) => text.includes(one)) || rangeFrom(text, name);
}

function rangeFrom(text: string, name: string): boolean {
  for (let at = text.indexOf(`${name}:`); at >= 0; at = text.indexOf(`${name}:`, at + 1))
    if (/^[^<>!"]{1,40}!/u.test(text.slice(at + name.length + 1, at + name.length + 50))) return true;
  return false;
}
