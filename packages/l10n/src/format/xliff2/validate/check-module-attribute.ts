import { childElements, attributeValue, type XmlElement } from '../../xml/xml-node.js';
import { isCoreElement, modulesByNamespace, pgsNamespace, slrNamespace } from '../namespace.js';
import type { Report } from './violation.js';
import { listSegments, walk } from './walk.js';

const fsNamespace = 'urn:oasis:names:tc:xliff:fs:2.0';

const htmlNames = new Set(
  `a b bdo big blockquote body br button caption center cite code col colgroup dd del div dl dt em h1 h2 h3 h4 h5 h6 head hr
  html i img label legend li ol p pre q s samp select small span strike strong sub sup table tbody td tfoot th thead title
  tr tt u ul`.split(/\s+/u),
);

/** Checks the module attributes of an element. */
export function checkModuleAttributes(element: XmlElement, report: Report): void {
  if (element.attributes.every(({ uri }) => uri === '')) return;
  const modules = new Set(element.attributes.map(({ uri }) => (uri === '' ? undefined : modulesByNamespace[uri])));
  if (modules.has('fs')) checkStyle(element, report);
  if (modules.has('slr')) checkSize(element, report);
  if (modules.has('pgs')) checkSwitch(element, report);
}

function isLooseEnd(element: XmlElement): boolean {
  return isCoreElement(element, 'ec') && attributeValue(element, 'isolated') !== 'yes';
}

function checkStyle(element: XmlElement, report: Report): void {
  const [fs, subFs] = [attributeValue(element, 'fs', fsNamespace), attributeValue(element, 'subFs', fsNamespace)];
  if (isLooseEnd(element)) report('format-style', 'an end that is not isolated cannot have its own style', element);
  if (fs !== undefined && !htmlNames.has(fs))
    report('format-style', `"${fs}" is not an HTML element for previews`, element);
  if (subFs === undefined) return;
  if (fs === undefined) report('format-style', '"subFs" requires "fs"', element);
  else if (!isNameValueList(subFs)) report('format-style', `"${subFs}" is not a list of names and values`, element);
}

/** True for names and values with a comma between the two, and a backslash between pairs; a backslash escapes both. */
function isNameValueList(value: string): boolean {
  return /^(?:[^,\\]+,(?:[^,\\]|\\[,\\])*)(?:\\[^,\\]+,(?:[^,\\]|\\[,\\])*)*$/u.test(value);
}

const sizeNames = ['equivStorage', 'sizeInfo', 'sizeInfoRef', 'sizeRestriction', 'storageRestriction'];
const restriction = /^(?:\d+,)?(?:\d+|\*)$/u;
const integer = /^\d+$/u;

function checkSize(element: XmlElement, report: Report): void {
  const value = (name: string): string | undefined => attributeValue(element, name, slrNamespace);
  const contributes = sizeNames.filter((name) => value(name) !== undefined);
  if (contributes.length > 0 && isLooseEnd(element))
    report('size', `"${contributes[0]}" is on an end that is not isolated`, element);
  if (value('equivStorage') !== undefined && !isCoreElement(element, 'ph', 'pc', 'sc', 'ec')) {
    report('size', '"equivStorage" is only allowed on codes', element);
  }
  const ref = value('sizeInfoRef');
  if (ref !== undefined && value('sizeInfo') !== undefined)
    report('size', '"sizeInfo" and "sizeInfoRef" exclude each other', element);
  if (ref !== undefined && !hasSizeData(element, ref))
    report('size', `no size data "${ref}" exist beside it or around it`, element);
  const general = findProfile(element, 'generalProfile') ?? 'xliff:codepoints';
  const storage = findProfile(element, 'storageProfile') ?? 'xliff:utf8';
  const known = general === 'xliff:codepoints';
  const stored = /^xliff:utf(?:8|16|32)$/u.test(storage);
  expectValue('sizeRestriction', known ? restriction : undefined);
  expectValue('sizeInfo', known ? integer : undefined);
  expectValue('storageRestriction', stored ? restriction : undefined);
  expectValue('equivStorage', stored ? integer : undefined);

  function expectValue(name: string, pattern: RegExp | undefined): void {
    const text = value(name);
    if (text !== undefined && pattern?.test(text) === false && !(text === '' && pattern === integer)) {
      report('size', `"${name}" cannot be "${text}"`, element);
    }
  }
}

/** True when size data are beside an element, or beside one around it. */
function hasSizeData(element: XmlElement, id: string): boolean {
  for (let outer = element.parent; outer; outer = outer.parent) {
    const data = childElements(outer).filter(({ local, uri }) => local === 'data' && uri === slrNamespace);
    if (data.some((one) => walk(one).some((inner) => attributeValue(inner, 'id') === id))) return true;
  }
  return false;
}

function findProfile(element: XmlElement, name: string): string | undefined {
  for (let outer: XmlElement | undefined = element; outer; outer = outer.parent) {
    const profiles = childElements(outer).find(({ local, uri }) => local === 'profiles' && uri === slrNamespace);
    const profile = profiles && attributeValue(profiles, name);
    if (profile !== undefined) return profile;
  }
  return undefined;
}

const pluralCase = /^(?:zero|one|two|few|many|other|\d+(?:\.\d+)?)$/u;

/** Parses the parts of a switch: the kind and the name of each variable. */
export function parseSwitches(value: string): readonly { readonly kind: string; readonly variable: string }[] {
  return value
    .trim()
    .split(/[\s,]+/u)
    .map((item) => ({
      kind: item.slice(0, Math.max(0, item.indexOf(':'))),
      variable: item.slice(item.indexOf(':') + 1),
    }));
}

/** Parses the values of a case, one for each part of its switch. */
export function parseCases(value: string): readonly string[] {
  return value.trim().split(/[\s,]+/u);
}

function checkSwitch(element: XmlElement, report: Report): void {
  const value = attributeValue(element, 'switch', pgsNamespace);
  if (attributeValue(element, 'case', pgsNamespace) !== undefined) checkCaseHolder(element, report);
  if (value === undefined) return;
  if (!isCoreElement(element, 'unit', 'group'))
    report('variants', `a switch is not allowed on <${element.name}>`, element);
  const switches = parseSwitches(value);
  for (const { kind, variable } of switches) {
    if (!['plural', 'ordinal', 'gender', 'select'].includes(kind) || variable === '') {
      report('variants', `"${value}" is not a kind of variable`, element);
    }
  }
  for (const piece of listSegments(element)) checkCase(piece, switches, report);
}

function checkCaseHolder(element: XmlElement, report: Report): void {
  for (let outer: XmlElement | undefined = element; outer; outer = outer.parent) {
    if (attributeValue(outer, 'switch', pgsNamespace) !== undefined) return;
  }
  report('variants', 'a case has no switch', element);
}

function checkCase(piece: XmlElement, switches: ReturnType<typeof parseSwitches>, report: Report): void {
  const value = attributeValue(piece, 'case', pgsNamespace);
  if (value === undefined) {
    if (piece.local === 'segment') report('variants', 'a segment of a switch has no case', piece);
    return;
  }
  const cases = parseCases(value);
  if (cases.length !== switches.length)
    report('variants', `"${value}" does not have as many values as its switch`, piece);
  for (const [at, one] of cases.entries()) {
    const kind = switches[at]?.kind;
    if ((kind === 'plural' || kind === 'ordinal') && !pluralCase.test(one))
      report('variants', `"${one}" is neither a number nor a plural category`, piece);
  }
}
