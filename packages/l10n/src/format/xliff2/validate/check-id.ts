import { childElements, attributeValue, xmlNamespace, type XmlElement } from '../../xml/xml-node.js';
import { isCore, isCoreElement, modulesByNamespace, pgsNamespace } from '../namespace.js';
import type { Report } from './violation.js';
import { listInline, listSegments } from './walk.js';

/** Finds duplicate ids in one scope. */
export class IdScope {
  #used: Map<string, XmlElement> | undefined;

  take(element: XmlElement, id: string | undefined, report: Report, key = id): void {
    if (id === undefined || key === undefined) return;
    this.#used ??= new Map();
    if (this.#used.has(key)) reportRepeated(element, id, report);
    else this.#used.set(key, element);
  }

  find(id: string): XmlElement | undefined {
    return this.#used?.get(id);
  }
}

export function reportRepeated(element: Pick<XmlElement, 'name' | 'start'>, id: string, report: Report): void {
  report('unique-id', `the id "${id}" of <${element.name}> is not unique`, element);
}

/** Checks the ids in one element: those of lists, and of the content of units. */
export function checkIds(element: XmlElement, report: Report): void {
  if (isCoreElement(element, 'notes', 'originalData')) {
    const list = new IdScope();
    for (const item of childElements(element)) list.take(item, attributeValue(item, 'id'), report);
  }
  if (!isCoreElement(element, 'unit')) return;
  const extensions = new IdScope();
  for (const child of childElements(element)) checkExtensionIds(child, extensions, report);
  checkUnitIds(element, report);
}

/** Checks the ids of the elements of one extension in an element directly in a file, group or unit. */
export function checkExtensionIds(element: XmlElement, scope: IdScope, report: Report): void {
  if (isCore(element.uri)) return;
  const module = modulesByNamespace[element.uri];
  if (module === undefined || module === 'its') {
    const id = attributeValue(element, 'id') ?? attributeValue(element, 'id', xmlNamespace);
    scope.take(element, id, report, `${element.uri} ${id}`);
  }
  for (const child of childElements(element)) checkExtensionIds(child, scope, report);
}

function checkUnitIds(unit: XmlElement, report: Report): void {
  // The forms of one message share codes.
  const variants = attributeValue(unit, 'switch', pgsNamespace) !== undefined;
  const sources = new IdScope();
  for (const piece of listSegments(unit)) sources.take(piece, attributeValue(piece, 'id'), report);
  for (const { element, piece } of listInline(unit, 'source')) {
    const id = attributeValue(element, 'id');
    sources.take(element, id, report, variants ? `${piece.start} ${id}` : id);
  }
  const targets = new IdScope();
  for (const { element, piece } of listInline(unit, 'target')) {
    const id = attributeValue(element, 'id');
    const key = variants ? `${piece.start} ${id}` : id;
    targets.take(element, id, report, key);
    const twin = key === undefined ? undefined : sources.find(key);
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
