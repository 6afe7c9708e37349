import { attributeValue, type XmlElement } from '../../xml/xml-node.js';
import { isCoreElement } from '../namespace.js';
import type { Report } from './violation.js';
import { listInline, type InlineElement } from './walk.js';

const sides = ['source', 'target'] as const;

/** Checks the codes and annotations of a unit: pairs, copies, hints and types. */
export function checkInline(unit: XmlElement, report: Report): void {
  for (const side of sides) {
    const inline = listInline(unit, side);
    if (inline.length > 0)
      checkInlineContent(
        inline.map(({ element }) => element),
        unit,
        report,
      );
  }
}

/** Checks the content of a proposal, which is a small unit of its own. */
export function checkInlineContent(elements: readonly XmlElement[], holder: XmlElement, report: Report): void {
  for (const element of elements) {
    checkKind(element, report);
    checkHints(element, report);
    if (element.local === 'ec') checkEnd(element, report);
    if (attributeValue(element, 'copyOf') !== undefined) checkCopy(element, elements, holder, report);
  }
  checkPairs(elements, 'sc', 'ec', report);
  checkPairs(elements, 'sm', 'em', report);
  checkOrder(elements, report);
}

const formats = ['xlf:lb', 'xlf:pb', 'xlf:b', 'xlf:i', 'xlf:u'];

function checkKind(element: XmlElement, report: Report): void {
  const subType = attributeValue(element, 'subType');
  if (subType === undefined) return;
  const type = attributeValue(element, 'type');
  if (type === undefined) report('sub-type', `<${element.name}> has a "subType" but no "type"`, element);
  else if (
    subType.startsWith('xlf:') &&
    !(type === 'fmt' && formats.includes(subType)) &&
    !(type === 'ui' && subType === 'xlf:var')
  ) {
    report('sub-type', `"${subType}" is not a subtype of "${type}"`, element);
  }
}

function checkHints(element: XmlElement, report: Report): void {
  const reorder = attributeValue(element, 'canReorder');
  if (reorder === undefined || reorder === 'yes') return;
  if (attributeValue(element, 'canDelete') !== 'no' || attributeValue(element, 'canCopy') !== 'no') {
    report('can-reorder', `<${element.name}> cannot be reordered, but may be deleted or copied`, element);
  }
}

function checkEnd(element: XmlElement, report: Report): void {
  const isolated = attributeValue(element, 'isolated') === 'yes';
  const [id, startRef] = [attributeValue(element, 'id'), attributeValue(element, 'startRef')];
  const sound = isolated ? id !== undefined && startRef === undefined : startRef !== undefined && id === undefined;
  if (!sound) report('isolated', '<ec> needs either a "startRef", or "isolated" and an "id"', element);
  if (!isolated && attributeValue(element, 'dir') !== undefined)
    report('isolated', '<ec> with a "startRef" has a "dir"', element);
}

const copied = ['canCopy', 'canDelete', 'canOverlap', 'canReorder'];

/** Checks that every start has one end after it, and every end one start before it. */
function checkPairs(elements: readonly XmlElement[], start: string, end: string, report: Report): void {
  const open = new Map<string, XmlElement>();
  const closed = new Set<string>();
  for (const element of elements) {
    if (isCoreElement(element, start)) open.set(attributeValue(element, 'id') ?? '', element);
    if (!isCoreElement(element, end) || attributeValue(element, 'isolated') === 'yes') continue;
    const ref = attributeValue(element, 'startRef');
    if (ref === undefined) continue;
    const partner = open.get(ref);
    if (!partner || closed.has(ref))
      report('pair', `<${element.name}> closes "${ref}", which no preceding <${start}> opens`, element);
    else if (attributeValue(partner, 'isolated') === 'yes')
      report('isolated', `<${partner.name}> is marked as isolated, but its end is in its unit`, partner);
    else if (start === 'sc') checkTwins(partner, element, report);
    closed.add(ref);
  }
  for (const [id, element] of open) {
    if (closed.has(id) || attributeValue(element, 'isolated') === 'yes') continue;
    report(start === 'sc' ? 'isolated' : 'pair', `<${element.name}> "${id}" has no end in its unit`, element);
  }
}

function checkTwins(start: XmlElement, end: XmlElement, report: Report): void {
  for (const name of copied) {
    const value = attributeValue(start, name) ?? 'yes';
    if ((value === 'firstNo' ? 'no' : value) !== (attributeValue(end, name) ?? 'yes')) {
      report('pair', `"${name}" of <${end.name}> differs from its start`, end);
    }
  }
}

function checkCopy(element: XmlElement, elements: readonly XmlElement[], holder: XmlElement, report: Report): void {
  const base = attributeValue(element, 'copyOf');
  const all = [...elements, ...sides.flatMap((side) => listInline(holder, side).map((inline) => inline.element))];
  const original = all.find((other) => attributeValue(other, 'id') === base);
  if (!original) report('copy-of', `"${base}" is not a code of the unit`, element);
  else if (attributeValue(original, 'canCopy') === 'no') report('copy-of', `"${base}" may not be copied`, element);
  else if (hasData(original)) report('copy-of', `"${base}" has original data, which a copy would share`, element);
  if (hasData(element)) report('copy-of', 'a copy has no original data of its own', element);
}

function hasData(element: XmlElement): boolean {
  return ['dataRef', 'dataRefStart', 'dataRefEnd'].some((name) => attributeValue(element, name) !== undefined);
}

/** Checks that a code that cannot be reordered follows the first of its sequence. */
function checkOrder(elements: readonly XmlElement[], report: Report): void {
  for (const { code, before, sibling } of orderedCodes(elements)) {
    if (attributeValue(code, 'canReorder') !== 'no') continue;
    const fixed = [before, sibling].some((other) => other && isFixed(other));
    if (!fixed) report('can-reorder', `<${code.name}> does not follow a code that cannot be reordered`, code);
  }
}

interface OrderedCode {
  readonly code: XmlElement;
  /** The previous code, in the order of the document. */
  readonly before: XmlElement | undefined;
  /** The previous code in the same element. */
  readonly sibling: XmlElement | undefined;
}

function orderedCodes(elements: readonly XmlElement[]): readonly OrderedCode[] {
  const codes = elements.filter((element) => isCoreElement(element, 'ph', 'pc', 'sc', 'ec'));
  const last = new Map<XmlElement | undefined, XmlElement>();
  return codes.map((code, at) => {
    const sibling = last.get(code.parent);
    last.set(code.parent, code);
    return { code, before: codes[at - 1], sibling };
  });
}

function isFixed(code: XmlElement): boolean {
  const reorder = attributeValue(code, 'canReorder');
  return reorder === 'no' || reorder === 'firstNo';
}

/** Checks that codes that must not be deleted or reordered are in the target as in the source. */
export function checkKept(unit: XmlElement, report: Report): void {
  const source = listInline(unit, 'source');
  const target = listInline(unit, 'target');
  const targetKeys = new Set(target.map(({ element }) => keyOf(element)));
  for (const { element, piece } of source) {
    const has = piece.children.some((child) => child.kind === 'element' && isCoreElement(child, 'target'));
    if (has && attributeValue(element, 'canDelete') === 'no' && !targetKeys.has(keyOf(element))) {
      report('can-delete', `<${element.name}> may not be deleted, but is not in the target`, element);
    }
  }
  checkSequences(source, target, report);
}

function checkSequences(source: readonly InlineElement[], target: readonly InlineElement[], report: Report): void {
  const targetCodes = new Map(target.filter(isCode).map(({ element }, at) => [keyOf(element), { element, at }]));
  let before: XmlElement | undefined;
  for (const { element } of source.filter(isCode)) {
    const last = before;
    before = isFixed(element) ? element : undefined;
    if (!last || attributeValue(element, 'canReorder') !== 'no') continue;
    const [preceding, following] = [targetCodes.get(keyOf(last)), targetCodes.get(keyOf(element))];
    if (preceding && following && following.at !== preceding.at + 1) {
      report(
        'can-reorder',
        `<${following.element.name}> does not follow the code that precedes it in the source`,
        following.element,
      );
    }
  }
}

function isCode({ element }: InlineElement): boolean {
  return isCoreElement(element, 'ph', 'pc', 'sc', 'ec');
}

function keyOf(element: XmlElement): string {
  return `${element.local} ${attributeValue(element, 'id') ?? attributeValue(element, 'startRef')}`;
}
