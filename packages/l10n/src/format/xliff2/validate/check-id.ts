import { childElements, attributeValue, xmlNamespace, type XmlElement } from '../../xml/xml-node.js';
import { isCore, isCoreElement, modulesByNamespace, pgsNamespace } from '../namespace.js';
import type { Report } from './violation.js';
import { listInline, listSegments, walk } from './walk.js';

/** Finds duplicate ids in one scope. */
class Scope {
  readonly #used = new Map<string, XmlElement>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  take(element: XmlElement, id: string | undefined, key = id): void {
    if (id === undefined || key === undefined) return;
    if (this.#used.has(key)) this.#report('unique-id', `the id "${id}" of <${element.name}> is not unique`, element);
    else this.#used.set(key, element);
  }

  has(id: string): XmlElement | undefined {
    return this.#used.get(id);
  }
}

/**
 * Checks that ids are unique in their scope: files in the document, units and groups in their file, codes in their
 * unit.
 */
export function checkIds(root: XmlElement, report: Report): void {
  const files = new Scope(report);
  for (const list of childElements(root).filter((child) => isCoreElement(child, 'notes'))) checkList(list, report);
  for (const file of childElements(root).filter((child) => isCoreElement(child, 'file'))) {
    files.take(file, attributeValue(file, 'id'));
    const [groups, units] = [new Scope(report), new Scope(report)];
    for (const element of walk(file)) {
      if (isCoreElement(element, 'group')) groups.take(element, attributeValue(element, 'id'));
      if (isCoreElement(element, 'unit')) units.take(element, attributeValue(element, 'id'));
      if (isCoreElement(element, 'notes', 'originalData')) checkList(element, report);
      if (isCoreElement(element, 'file', 'group', 'unit')) checkExtensionIds(element, report);
      if (isCoreElement(element, 'unit')) checkUnitIds(element, report);
    }
  }
}

function checkList(list: XmlElement, report: Report): void {
  const scope = new Scope(report);
  for (const item of childElements(list)) scope.take(item, attributeValue(item, 'id'));
}

/** Checks the ids of the elements of one extension directly in one file, group or unit. */
function checkExtensionIds(holder: XmlElement, report: Report): void {
  const scope = new Scope(report);
  const visit = (element: XmlElement): void => {
    if (isCore(element.uri)) return;
    const module = modulesByNamespace[element.uri];
    if (module === undefined || module === 'its') {
      const id = attributeValue(element, 'id') ?? attributeValue(element, 'id', xmlNamespace);
      scope.take(element, id, `${element.uri} ${id}`);
    }
    for (const child of childElements(element)) visit(child);
  };
  for (const child of childElements(holder)) visit(child);
}

function checkUnitIds(unit: XmlElement, report: Report): void {
  // The forms of one message share codes.
  const variants = attributeValue(unit, 'switch', pgsNamespace) !== undefined;
  const documentScope = new Scope(report);
  for (const piece of listSegments(unit)) documentScope.take(piece, attributeValue(piece, 'id'));
  for (const { element, piece } of listInline(unit, 'source')) {
    const id = attributeValue(element, 'id');
    documentScope.take(element, id, variants ? `${piece.start} ${id}` : id);
  }
  const targets = new Scope(report);
  for (const { element, piece } of listInline(unit, 'target')) {
    const id = attributeValue(element, 'id');
    const key = variants ? `${piece.start} ${id}` : id;
    targets.take(element, id, key);
    const twin = key === undefined ? undefined : documentScope.has(key);
    if (twin && !isTwin(twin, element)) {
      report('unique-id', `the id "${id}" of <${element.name}> belongs to something else in its unit`, element);
    }
  }
}

/** Both forms of a pair of codes, and of an annotation, are one kind of element. */
const families: Readonly<Record<string, string>> = { sc: 'pc', sm: 'mrk' };

/** True when a code of the target has the id of the same code in the source; it may stand in another segment. */
function isTwin(twin: XmlElement, element: XmlElement): boolean {
  return (families[twin.local] ?? twin.local) === (families[element.local] ?? element.local);
}
