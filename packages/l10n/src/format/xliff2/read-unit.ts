import type { AltTranslation, Note, Runs } from '@helve/flow';
import type { CodeFinder } from '../code/code-finder.js';
import { CodeIds } from '../xliff/code-ids.js';
import { finishInline, type InlineDraft, type SegmentSpan } from '../xliff/inline-draft.js';
import type { XliffTarget } from '../xliff/read-unit.js';
import { lowestStatus, withSegmentStatus, type SegmentFacts } from '../xliff/segment/segment-status.js';
import { findChild, childElements, elementText, attributeValue, type XmlElement } from '../xml/xml-node.js';
import { isCoreElement, ruleName } from './namespace.js';
import { readInline, type OriginalData } from './read-inline.js';
import { xliff2Status } from './state.js';
import { formKeys, nestForms, switchesIn, type Switch, type VariantForm } from './variant-form.js';

/** A segment or ignorable, with its elements. */
export interface SegmentElements {
  readonly id: string;
  readonly element: XmlElement;
  readonly ignorable: boolean;
  readonly sourceElement: XmlElement;
  readonly targetElement: XmlElement | undefined;
  /** Position of its target among all targets, from 1 on. */
  readonly order: number;
}

/** A unit, with its elements. */
export interface Xliff2Unit {
  readonly element: XmlElement;
  readonly pieces: readonly SegmentElements[];
  readonly data: OriginalData;
  readonly source: Runs;
  readonly segments: readonly SegmentSpan[];
  readonly target: XliffTarget | undefined;
  /** The variables of its forms. */
  readonly switches: readonly Switch[] | undefined;
  readonly notes: readonly Note[];
  readonly alternatives: readonly AltTranslation[];
}

/** Reads a unit; undefined for one without segments. */
export function readUnit(element: XmlElement, raw: string, find: CodeFinder, locale: string): Xliff2Unit | undefined {
  const pieces = listPieces(element);
  if (pieces.length === 0) return undefined;
  const data = originalData(element);
  const switches = switchesIn(
    element,
    pieces.map((piece) => piece.element),
  );
  const reader = { raw, find, data };
  const content = (switches && readForms(pieces, switches, reader)) ?? readPieces(pieces, reader);
  return {
    element,
    pieces,
    data,
    ...content,
    notes: readNotes(element),
    alternatives: readAlternatives(element, reader, locale),
  };
}

interface Reader {
  readonly raw: string;
  readonly find: CodeFinder;
  readonly data: OriginalData;
}

function listPieces(unit: XmlElement): readonly SegmentElements[] {
  const pieces: SegmentElements[] = [];
  for (const element of childElements(unit)) {
    const sourceElement = isCoreElement(element, 'segment', 'ignorable') ? findChild(element, 'source') : undefined;
    if (!sourceElement) continue;
    const targetElement = findChild(element, 'target');
    const order = pieces.length + 1;
    pieces.push({
      id: attributeValue(element, 'id') ?? `p${order}`,
      element,
      ignorable: element.local === 'ignorable',
      sourceElement,
      targetElement,
      order: Number((targetElement && attributeValue(targetElement, 'order')) ?? order),
    });
  }
  return pieces;
}

type Content = Pick<Xliff2Unit, 'source' | 'segments' | 'target' | 'switches'>;

/** Joins the segments; their edges are a segmentation. */
function readPieces(pieces: readonly SegmentElements[], reader: Reader): Content {
  const ids = new CodeIds();
  const one = pieces.length === 1;
  const source = finishInline(
    drafts(pieces, ({ sourceElement }) => sourceElement, reader, !one),
    ids,
    reader.find,
  );
  ids.nextSide();
  const translated = pieces.filter(({ targetElement }) => targetElement).toSorted((a, b) => a.order - b.order);
  const begun = translated.some(isBegun);
  if (!begun) return { source: source.runs, segments: source.segments, target: undefined, switches: undefined };
  const content = finishInline(
    drafts(translated, ({ targetElement }) => targetElement, reader, !one),
    ids,
    reader.find,
  );
  const target = { runs: content.runs, segments: content.segments, status: wholeStatus(translated) };
  const facts = new Map(pieces.map((piece) => [piece.id, segmentFacts(piece)]));
  return {
    source: source.runs,
    segments: source.segments,
    target: withSegmentStatus(source.runs, source.segments, target, (id) => facts.get(id) ?? unknownFacts),
    switches: undefined,
  };
}

const unknownFacts: SegmentFacts = Object.freeze({ status: 'translated', isUntouched: false });

function segmentFacts(piece: SegmentElements): SegmentFacts {
  return { status: segmentStatus(piece.element), isUntouched: piece.targetElement === undefined || !isBegun(piece) };
}

/** True when a target exists; an empty one without a finished state does not count. */
function isBegun({ element, targetElement }: SegmentElements): boolean {
  const state = attributeValue(element, 'state');
  return (targetElement?.children.length ?? 0) > 0 || (state !== undefined && state !== 'initial');
}

function wholeStatus(pieces: readonly SegmentElements[]): XliffTarget['status'] {
  const segments = pieces.filter(({ ignorable }) => !ignorable);
  return lowestStatus(segments.map(({ element }) => segmentStatus(element))) ?? 'translated';
}

/** Returns the status of the target of a segment. */
export function segmentStatus(segment: XmlElement): XliffTarget['status'] {
  return xliff2Status({ state: attributeValue(segment, 'state'), subState: attributeValue(segment, 'subState') });
}

function drafts(
  pieces: readonly SegmentElements[],
  side: (piece: SegmentElements) => XmlElement | undefined,
  { raw, data }: Reader,
  marked: boolean,
): readonly InlineDraft[] {
  return pieces.flatMap((piece): readonly InlineDraft[] => {
    const element = side(piece);
    const content = element ? readInline(element, raw, data) : [];
    if (!marked) return content;
    const { id, ignorable } = piece;
    return [{ kind: 'mark', id, edge: 'start' }, ...content, { kind: 'mark', id, edge: 'end', ignorable }];
  });
}

/** Reads segments that are forms of one message. */
function readForms(
  pieces: readonly SegmentElements[],
  switches: readonly Switch[],
  reader: Reader,
): Content | undefined {
  const sources: VariantForm[] = [];
  const targets: VariantForm[] = [];
  for (const piece of pieces) {
    const keys = formKeys(piece.element, switches) ?? [];
    const ids = new CodeIds();
    sources.push({
      keys,
      runs: finishInline(readInline(piece.sourceElement, reader.raw, reader.data), ids, reader.find).runs,
    });
    ids.nextSide();
    if (!piece.targetElement) continue;
    targets.push({
      keys,
      runs: finishInline(readInline(piece.targetElement, reader.raw, reader.data), ids, reader.find).runs,
    });
  }
  const source = nestForms(switches, sources);
  const target = targets.length === 0 ? undefined : nestForms(switches, targets);
  if (!source || (targets.length > 0 && !target)) return undefined;
  const status = wholeStatus(pieces.filter(({ targetElement }) => targetElement));
  return { source, segments: [], target: target && { runs: target, segments: [], status }, switches };
}

/** Returns the original data of a unit or a proposal, by id. */
export function dataElements(owner: XmlElement): ReadonlyMap<string, XmlElement> {
  const list = childElements(owner).find((child) => isCoreElement(child, 'originalData'));
  return list ? new Map(childElements(list).map((data) => [attributeValue(data, 'id') ?? '', data])) : noElements;
}

const noElements: ReadonlyMap<string, XmlElement> = new Map();
const noData: OriginalData = new Map();

/** Returns the original data of a unit or match, by id. */
export function originalData(owner: XmlElement): OriginalData {
  const elements = dataElements(owner);
  return elements.size === 0 ? noData : new Map(Array.from(elements, ([id, data]) => [id, elementText(data)]));
}

function readNotes(unit: XmlElement): readonly Note[] {
  const list = findChild(unit, 'notes');
  if (!list) return [];
  return childElements(list).map((note) => {
    const [priority, appliesTo] = [attributeValue(note, 'priority'), attributeValue(note, 'appliesTo')];
    return {
      text: elementText(note),
      ...(priority !== undefined && /^[1-9]\d?$/u.test(priority) && { priority: Number(priority) }),
      ...((appliesTo === 'source' || appliesTo === 'target') && { annotates: appliesTo }),
    };
  });
}

/** A proposal of the Translation Candidates module. */
export interface MatchElements {
  readonly match: XmlElement;
  readonly source: XmlElement;
  readonly target: XmlElement;
}

/** Lists the proposals of a unit, in order. */
export function matchElements(unit: XmlElement): readonly MatchElements[] {
  const lists = childElements(unit).filter((child) => ruleName(child) === 'mtc:matches');
  return lists.flatMap(childElements).flatMap((match) => {
    const [source, target] = ['source', 'target'].map((side) =>
      childElements(match).find((child) => isCoreElement(child, side)),
    );
    return source && target ? [{ match, source, target }] : [];
  });
}

function readAlternatives(unit: XmlElement, { raw, find }: Reader, locale: string): readonly AltTranslation[] {
  return matchElements(unit).map(({ match, source, target }) => {
    const ids = new CodeIds();
    const data = originalData(match);
    const from = finishInline(readInline(source, raw, data), ids, find).runs;
    ids.nextSide();
    const to = finishInline(readInline(target, raw, data), ids, find).runs;
    return { source: from, target: to, locale, ...matchFacts(match) };
  });
}

function matchFacts(match: XmlElement): Partial<AltTranslation> {
  const similarity = Number.parseFloat(attributeValue(match, 'similarity') ?? '');
  const score = similarity >= 0 && similarity <= 100 ? similarity / 100 : undefined;
  const engine = attributeValue(match, 'origin');
  const machine = attributeValue(match, 'type') === 'mt';
  return {
    ...(score !== undefined && { score }),
    ...(machine ? { matchType: 'mt' } : score !== undefined && { matchType: score === 1 ? 'exact' : 'fuzzy' }),
    ...(engine !== undefined && { engine }),
  };
}
