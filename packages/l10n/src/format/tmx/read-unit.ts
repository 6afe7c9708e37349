import type { CodeFinder } from '../code/code-finder.js';
import { knownLocale } from '../xliff/to-variant.js';
import { findChild, elementText, attributeValue, xmlNamespace, type XmlElement } from '../xml/xml-node.js';
import { readSeg, textContent, UnitIds } from './read-seg.js';
import type { PlainUnit } from './scan-unit.js';
import type { TmxAttributes, TmxRemark, TmxVariant } from './tmx-unit.js';

/** A problem with a unit; the reader continues with the next one. */
export interface UnitProblem {
  readonly reason: string;
  readonly at: XmlElement;
}

/** The usable languages of a unit, and the problems with the others. */
export interface ReadVariants {
  readonly variants: readonly TmxVariant[];
  readonly problems: readonly UnitProblem[];
}

/** Reads the languages of a unit. */
export function readVariants(unit: XmlElement, find: CodeFinder): ReadVariants {
  const ids = new UnitIds();
  const variants: TmxVariant[] = [];
  const problems: UnitProblem[] = [];
  for (const child of unit.children) {
    if (child.kind !== 'element' || child.local !== 'tuv') continue;
    const read = readVariant(child, ids, find);
    if ('reason' in read) problems.push(read);
    else variants.push(read);
    ids.nextSide();
  }
  return { variants, problems };
}

/** Reads the languages of a unit without TMX codes; undefined if one of them is unusable. */
export function plainVariants({ variants }: PlainUnit, find: CodeFinder): readonly TmxVariant[] | undefined {
  const ids = new UnitIds();
  const read: TmxVariant[] = [];
  for (const { attributes, remarks, text } of variants) {
    const locale = knownLocale(attributes['xml:lang'] ?? attributes['lang'] ?? '');
    if (locale === undefined) return undefined;
    read.push({ locale, attributes, remarks, runs: textContent(text, ids, find) });
    ids.nextSide();
  }
  return read;
}

function readVariant(tuv: XmlElement, ids: UnitIds, find: CodeFinder): TmxVariant | UnitProblem {
  const tag = attributeValue(tuv, 'lang', xmlNamespace) ?? attributeValue(tuv, 'lang');
  if (tag === undefined) return { reason: 'a language is not named', at: tuv };
  const locale = knownLocale(tag);
  if (locale === undefined) return { reason: `"${tag}" is not a language`, at: tuv };
  const seg = findChild(tuv, 'seg');
  if (!seg) return { reason: 'there is no <seg>', at: tuv };
  const content = readSeg(seg, ids, find);
  if ('stranger' in content) return { reason: `<${content.stranger}> is not an inline element of TMX`, at: seg };
  return { locale, attributes: readAttributes(tuv), remarks: readRemarks(tuv), runs: content.runs };
}

const noAttributes: TmxAttributes = Object.freeze({});

/** Returns the attributes of an element by their full names. */
export function readAttributes(element: XmlElement): TmxAttributes {
  if (element.attributes.length === 0) return noAttributes;
  const found: Record<string, string> = {};
  for (const { name, value } of element.attributes) found[name] = value;
  return found;
}

/** Lists the notes and properties directly in an element, in order. */
export function readRemarks(element: XmlElement): readonly TmxRemark[] {
  const remarks: TmxRemark[] = [];
  for (const child of element.children) {
    if (child.kind !== 'element' || (child.local !== 'note' && child.local !== 'prop')) continue;
    remarks.push({ kind: child.local, attributes: readAttributes(child), text: elementText(child) });
  }
  return remarks;
}
