import { findChild, childElements, attributeValue, type XmlElement } from '../../xml/xml-node.js';
import { isToken } from '../../xml/xml-name.js';
import { isCoreElement, modulesByNamespace } from '../namespace.js';
import type { Report } from './violation.js';
import { ancestor, listInline, listSegments } from './walk.js';

interface Selector {
  readonly prefix: string;
  readonly id: string;
}

const containers = ['f', 'g', 'u'];
const leaves = ['n', 'd', 't', ''];

/** Parses the selectors of a fragment identifier; returns the problem as text if it is invalid. */
function parseFragment(value: string): readonly Selector[] | string {
  const selectors = value.replace(/^#\/?/u, '').split('/').map(toSelector);
  const broken = selectors.find(({ prefix, id }) => !isToken(id) || (prefix !== '' && !isToken(prefix)));
  if (broken) return 'it does not consist of prefixes and ids';
  const prefixes = selectors.map(({ prefix }) => prefix);
  if (new Set(prefixes).size < prefixes.length) return 'a prefix occurs twice';
  const order = prefixes.filter((prefix) => containers.includes(prefix)).map((prefix) => containers.indexOf(prefix));
  if (order.some((position, at) => position < (order[at - 1] ?? -1)))
    return 'file, group and unit are not in this order';
  const leaf = prefixes.findIndex((prefix) => !containers.includes(prefix));
  if (leaf >= 0 && leaf < prefixes.length - 1) return 'it continues after the part that must be last';
  const unknown = prefixes.find((prefix) => prefix.length === 1 && ![...containers, ...leaves].includes(prefix));
  return unknown === undefined ? selectors : `the prefix "${unknown}" is unknown`;
}

function toSelector(text: string): Selector {
  const at = text.indexOf('=');
  return at < 0 ? { prefix: '', id: text } : { prefix: text.slice(0, at), id: text.slice(at + 1) };
}

/** Checks references: they are fragments of the document or point elsewhere, and some must lead into their own unit. */
export function checkFragments(element: XmlElement, report: Report): void {
  const ref = attributeValue(element, 'ref');
  const module = modulesByNamespace[element.uri];
  const isMark = isCoreElement(element, 'mrk', 'sm');
  if (ref === undefined || !(isMark || module === 'mtc' || module === 'gls')) return;
  const selectors = ref.startsWith('#') ? parseFragment(ref) : undefined;
  if (typeof selectors === 'string') report('fragment', `"${ref}" is not a fragment identifier: ${selectors}`, element);
  else if (isMark) checkMark(element, ref, selectors, report);
  else if (!selectors || !leadsToText(element, selectors)) {
    report('reference', `"${ref}" does not lead to text of the unit`, element);
  }
}

function checkMark(mark: XmlElement, ref: string, selectors: readonly Selector[] | undefined, report: Report): void {
  const type = attributeValue(mark, 'type');
  if (type === 'mtc:match') report('annotation', 'a match annotation has no "ref"', mark);
  if (type !== 'comment') return;
  const unit = ancestor(mark, 'unit');
  const own = selectors && unit && isIn(unit, selectors) ? selectors.at(-1) : undefined;
  const notes = unit && findChild(unit, 'notes');
  const found =
    own?.prefix === 'n' && notes && childElements(notes).some((note) => attributeValue(note, 'id') === own.id);
  if (!found) report('annotation', `"${ref}" is not a note of the unit`, mark);
}

/** Checks that a comment is in the annotation or in a note, not in both. */
export function checkComment(mark: XmlElement, report: Report): void {
  if (!isCoreElement(mark, 'mrk', 'sm') || attributeValue(mark, 'type') !== 'comment') return;
  if ((attributeValue(mark, 'value') === undefined) === (attributeValue(mark, 'ref') === undefined)) {
    report('annotation', 'a comment has neither or both of "value" and "ref"', mark);
  }
}

/** True when the selectors of file, group and unit, as far as present, are those around the unit. */
function isIn(unit: XmlElement, selectors: readonly Selector[]): boolean {
  const around: Readonly<Record<string, string | undefined>> = {
    f: attributeValue(ancestor(unit, 'file') ?? unit, 'id'),
    u: attributeValue(unit, 'id'),
  };
  return selectors.every(({ prefix, id }) => {
    if (prefix === 'g') return selectors.some((other) => other.prefix === 'u');
    return !(prefix in around) || around[prefix] === id;
  });
}

function leadsToText(element: XmlElement, selectors: readonly Selector[]): boolean {
  const unit = ancestor(element, 'unit');
  const leaf = selectors.at(-1);
  if (!unit || !leaf || !isIn(unit, selectors)) return false;
  const inline = (side: 'source' | 'target') => listInline(unit, side).map((one) => one.element);
  if (leaf.prefix === 't') return inline('target').some((one) => attributeValue(one, 'id') === leaf.id);
  if (leaf.prefix === 'u') return true;
  return (
    leaf.prefix === '' &&
    [...listSegments(unit), ...inline('source')].some((one) => attributeValue(one, 'id') === leaf.id)
  );
}
