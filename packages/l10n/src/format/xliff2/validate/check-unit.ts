import {
  findAttribute,
  findChild,
  childElements,
  attributeValue,
  xmlNamespace,
  type XmlElement,
} from '../../xml/xml-node.js';
import { isCoreElement } from '../namespace.js';
import { checkInline, checkKept } from './check-inline.js';
import type { CheckContext } from './check-context.js';
import type { IdReferences } from './id-references.js';
import type { Report } from './violation.js';
import { listInline, listSegments } from './walk.js';

/** Checks the content of a unit. */
export function checkUnit(unit: XmlElement, { root, units, report }: CheckContext): void {
  checkSegments(unit, report);
  checkLanguages(unit, root, report);
  const sides = (['source', 'target'] as const).map((side) => listInline(unit, side).map(({ element }) => element));
  if (sides.every(({ length }) => length === 0)) return;
  checkInline(unit, report);
  checkKept(unit, report);
  checkSubFlows(unit, units, report);
  for (const elements of sides) checkDataRefs(elements, unit, report);
}

/** Checks the segments of a unit: there is at least one, their targets have an order, and states are meaningful. */
function checkSegments(unit: XmlElement, report: Report): void {
  const pieces = listSegments(unit);
  if (!pieces.some(({ local }) => local === 'segment')) report('segment', 'a unit has no <segment>', unit);
  checkTargetOrder(pieces, report);
  for (const piece of pieces) {
    const [state, subState] = [attributeValue(piece, 'state'), attributeValue(piece, 'subState')];
    if (subState !== undefined && state === undefined)
      report('sub-state', '<segment> has a "subState" but no "state"', piece);
    if (subState?.startsWith('xlf:')) report('sub-state', 'the prefix "xlf" is reserved', piece);
    if (state !== undefined && state !== 'initial' && !findChild(piece, 'target')) {
      report('state', `<segment> is "${state}" but has no target`, piece);
    }
  }
}

/** Checks that every target has a unique number, explicit or by its position. */
function checkTargetOrder(pieces: readonly XmlElement[], report: Report): void {
  const used = new Set<number>();
  for (const [at, piece] of pieces.entries()) {
    const target = findChild(piece, 'target');
    if (!target) continue;
    const order = Number(attributeValue(target, 'order') ?? at + 1);
    if (order > pieces.length) report('order', `the unit has no position ${order}`, target);
    if (used.has(order)) report('order', `the position ${order} is not unique`, target);
    used.add(order);
  }
}

/** Checks the languages of the document: well-formed, present when needed, and consistent. */
function checkLanguages(unit: XmlElement, root: XmlElement, report: Report): void {
  const [srcLang, trgLang] = [attributeValue(root, 'srcLang'), attributeValue(root, 'trgLang')];
  for (const piece of listSegments(unit)) {
    for (const content of childElements(piece)) {
      if (isCoreElement(content, 'source')) checkLanguage(content, srcLang, report);
      if (!isCoreElement(content, 'target')) continue;
      if (trgLang === undefined) report('target-language', 'there are targets, but <xliff> has no "trgLang"', content);
      else checkLanguage(content, trgLang, report);
    }
  }
}

function checkLanguage(content: XmlElement, language: string | undefined, report: Report): void {
  const own = inheritedLanguage(content);
  if (own !== undefined && own.toLowerCase() !== language?.toLowerCase()) {
    report('language', `<${content.name}> is in "${own}", but the document declares "${language}"`, content);
  }
}

function inheritedLanguage(element: XmlElement): string | undefined {
  for (let outer: XmlElement | undefined = element; outer; outer = outer.parent) {
    const found = findAttribute(outer, 'lang', xmlNamespace);
    if (found) return found.value;
  }
  return undefined;
}

const dataRefs = ['dataRef', 'dataRefStart', 'dataRefEnd'];

/** Checks the references of codes to original data, in a unit or in a proposal. */
export function checkDataRefs(elements: readonly XmlElement[], holder: XmlElement, report: Report): void {
  const list = childElements(holder).find((child) => isCoreElement(child, 'originalData'));
  const known = new Set(list ? childElements(list).map((data) => attributeValue(data, 'id')) : []);
  for (const element of elements) {
    for (const name of dataRefs) {
      const ref = attributeValue(element, name);
      if (ref !== undefined && !known.has(ref)) report('data-ref', `the original data "${ref}" do not exist`, element);
    }
  }
}

const flows = ['subFlows', 'subFlowsStart', 'subFlowsEnd'];

/** Checks that texts inside codes are units of the same file. */
function checkSubFlows(unit: XmlElement, units: IdReferences, report: Report): void {
  for (const side of ['source', 'target'] as const) {
    for (const { element } of listInline(unit, side)) {
      for (const name of flows) {
        const ids = attributeValue(element, name)?.trim().split(/\s+/u) ?? [];
        const place = { start: element.start };
        for (const id of ids) units.refer(id, () => report('sub-flows', `the file has no unit "${id}"`, place));
      }
    }
  }
}
