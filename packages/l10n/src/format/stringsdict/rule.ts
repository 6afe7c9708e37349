import { pluralCategories } from '@helve/flow/content';
import { inlinePieces, type InlinePiece } from '../xml/inline-pieces.js';
import type { WrittenItem } from '../xml/plural-items.js';
import { rawValue, valueRange, type ValueRange } from '../xml/value-range.js';
import { XmlFault } from '../xml/xml-fault.js';
import type { XmlElement } from '../xml/xml-node.js';
import { dictPairs, type PlistPair } from './plist.js';

export const formatKey = 'NSStringLocalizedFormatKey';
export const typeKey = 'NSStringFormatSpecTypeKey';
export const valueTypeKey = 'NSStringFormatValueTypeKey';
export const pluralType = 'NSStringPluralRuleType';

/** Keys of rules with a text for each width or device, by what they depend on. */
export const caseKeys: Readonly<Record<string, string>> = {
  width: 'NSStringVariableWidthRuleType',
  device: 'NSStringDeviceSpecificRuleType',
};

/** A `<string>` of the file. */
export interface WrittenString {
  readonly pieces: readonly InlinePiece[];
  /** All of it, with the data of its codes. */
  readonly text: string;
  readonly raw: string;
  readonly value: ValueRange;
  /** Index of the element in the file. */
  readonly index: number;
}

/** One form of a variable. */
export interface VariableForm extends WrittenItem {
  readonly string: WrittenString;
}

/** A variable of a format, with its plural forms. */
export interface Variable {
  readonly name: string;
  readonly forms: readonly VariableForm[];
}

/** A text with variables, by positions in the text of its entry. */
export interface FormatRule {
  readonly kind: 'format';
  readonly format: WrittenString;
  readonly variables: ReadonlyMap<string, Variable>;
  /** Position for another variable. */
  readonly end: number;
}

/** Texts for widths or devices. */
export interface CaseRule {
  readonly kind: 'cases';
  readonly pivot: string;
  readonly cases: readonly { readonly name: string; readonly rule: Rule }[];
  /** Key of the case that stands for all others. */
  readonly rest: string;
}

export type Rule = FormatRule | CaseRule;

/** Reads the rule of an entry, by positions from the start of its value; undefined for a value of another kind. */
export function readRule(value: XmlElement, file: string, origin = value.start): Rule | undefined {
  if (value.name === 'string') {
    return { kind: 'format', format: writtenString(value, file, origin), variables: new Map(), end: 0 };
  }
  if (value.name !== 'dict') return undefined;
  const pairs = dictPairs(value);
  const format = pairs.find(({ name }) => name === formatKey);
  if (format) return formatRule(format, pairs, value, file, origin);
  const found = Object.entries(caseKeys).find(([, key]) => pairs.some(({ name }) => name === key));
  const cases = pairs.find(({ name }) => name === found?.[1]);
  if (!found || !cases) return undefined;
  return { kind: 'cases', pivot: found[0], ...readCases(cases.value, found[0], file, origin) };
}

function formatRule(
  format: PlistPair,
  pairs: readonly PlistPair[],
  dict: XmlElement,
  file: string,
  origin: number,
): FormatRule {
  const string = stringOf(format, file, origin);
  const variables = pairs.filter(({ name, value }) => value.name === 'dict' && !isRuleKey(name));
  return {
    kind: 'format',
    format: string,
    variables: new Map(variables.map((pair) => [pair.name, readVariable(pair, file, origin)])),
    end: dict.closeStart - origin,
  };
}

function isRuleKey(name: string): boolean {
  return Object.values(caseKeys).includes(name);
}

/** Reads the cases of a rule; the widest, and the last device where there is no `other`, stand for all others. */
function readCases(dict: XmlElement, pivot: string, file: string, origin: number): Pick<CaseRule, 'cases' | 'rest'> {
  if (dict.name !== 'dict') throw new XmlFault(`a rule for the ${pivot} is a <dict>`, dict.start);
  const pairs = dictPairs(dict);
  const width = ({ name }: PlistPair): number => Number(name);
  const sorted = pivot === 'width' ? pairs.toSorted((one, two) => width(one) - width(two)) : pairs;
  const rest = (pivot === 'width' ? undefined : sorted.find(({ name }) => name === 'other')) ?? sorted.at(-1);
  const cases = sorted.map((pair) => {
    const rule = readRule(pair.value, file, origin);
    if (!rule) throw new XmlFault(`the text for "${pair.name}" is not a <string>`, pair.value.start);
    return { name: pair === rest ? 'other' : pair.name, rule };
  });
  return { cases, rest: rest?.name ?? 'other' };
}

function readVariable({ name, value }: PlistPair, file: string, origin: number): Variable {
  const forms = dictPairs(value).flatMap((pair): VariableForm[] => {
    const category = pluralCategories.find((one) => one === pair.name);
    if (category === undefined) return [];
    const string = stringOf(pair, file, origin);
    const { key } = pair;
    return [
      {
        category,
        start: key.start - origin,
        end: pair.value.end - origin,
        value: string.value,
        raw: string.raw,
        categoryAt: [key.openEnd - origin, key.closeStart - origin],
        string,
      },
    ];
  });
  return { name, forms };
}

function stringOf({ name, value }: PlistPair, file: string, origin: number): WrittenString {
  if (value.name !== 'string') throw new XmlFault(`the value of "${name}" is not a <string>`, value.start);
  return writtenString(value, file, origin);
}

function writtenString(element: XmlElement, file: string, origin: number): WrittenString {
  const inner = element.children.find((child) => child.kind === 'element');
  if (inner) throw new XmlFault('a <string> contains an element', inner.start);
  const range = valueRange(element, file);
  const { start, end, emptyTag } = range;
  const pieces = inlinePieces(element, file);
  return {
    pieces,
    text: pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.data)).join(''),
    raw: rawValue(range, file),
    value: { start: start - origin, end: end - origin, emptyTag },
    index: element.start,
  };
}
