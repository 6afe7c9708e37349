import type { AltTranslation, Note, Origin, Runs, TargetStatus } from '@helve/flow';
import { shapeLength, structuralText } from '@helve/flow/content';
import type { CodeFinder } from '../code/code-finder.js';
import {
  findChild,
  childElements,
  elementText,
  attributeValue,
  xmlNamespace,
  type XmlElement,
} from '../xml/xml-node.js';
import { alignSegments } from './segment/align-segments.js';
import { CodeIds } from './code-ids.js';
import { finishInline, type SegmentSpan } from './inline-draft.js';
import type { DialectReading } from './dialect/dialect-code.js';
import { readMarks, type MarkFacts, type UnitMarks } from './dialect/dialect-marks.js';
import { plainReading, readInline } from './read-inline.js';
import { lowestStatus, withSegmentStatus, type SegmentFacts } from './segment/segment-status.js';
import { knownLocale } from './to-variant.js';
import { isUntouched, NEEDS_TRANSLATION, xliffStatus, type StateFacts } from './state.js';

/** A target in the file. */
export interface XliffTarget {
  readonly runs: Runs;
  readonly status: TargetStatus;
  readonly segments: readonly SegmentSpan[];
  readonly origin?: Origin | undefined;
  readonly score?: number | undefined;
}

/** A trans-unit, with its elements. */
export interface XliffUnit {
  readonly element: XmlElement;
  readonly sourceElement: XmlElement;
  readonly segSource: XmlElement | undefined;
  readonly targetElement: XmlElement | undefined;
  readonly facts: StateFacts;
  readonly source: Runs;
  readonly segments: readonly SegmentSpan[];
  readonly target: XliffTarget | undefined;
  readonly notes: readonly Note[];
  readonly alternatives: readonly AltTranslation[];
  readonly marks: UnitMarks | undefined;
  readonly locked: boolean;
}

/** Reads a trans-unit; undefined for one without a source. */
export function readUnit(
  element: XmlElement,
  raw: string,
  find: CodeFinder,
  locale: string,
  reading = plainReading,
): XliffUnit | undefined {
  const sourceElement = findChild(element, 'source');
  if (!sourceElement) return undefined;
  const segSource = findChild(element, 'seg-source');
  const targetElement = findChild(element, 'target');
  const facts = {
    state: targetElement && attributeValue(targetElement, 'state'),
    approved: attributeValue(element, 'approved'),
  };
  const ids = new CodeIds();
  const source = finishInline(readInline(sourceElement, raw, reading), ids, find).runs;
  ids.nextSide();
  const segments = segSource ? segmentsIn(segSource, raw, find, source) : [];
  const marks = readMarks(element, reading.dialect);
  const whole = wholeFacts(facts, marks);
  const read = targetElement && readTarget(targetElement, raw, { find, ids, known: whole, reading });
  const isCopy = read !== undefined && marks === undefined && isUntranslatedCopy(facts, source, read.runs);
  const known: SegmentFacts = isCopy ? { status: 'new', isUntouched: true } : whole;
  const all = marks === undefined ? [] : marks.whole ? [marks.whole] : [...marks.segments.values()];
  return {
    element,
    sourceElement,
    segSource,
    targetElement,
    facts,
    source,
    segments,
    target:
      read &&
      withMarks(
        withSegmentStatus(
          source,
          segments,
          { ...read, status: known.status },
          (id) => segmentFacts(id, marks) ?? known,
        ),
        all,
      ),
    notes: readNotes(element),
    alternatives: readAlternatives(element, raw, find, locale),
    marks,
    locked: all.some(({ locked }) => locked),
  };
}

/** State of a whole translation: what its tool says, else what XLIFF says. */
function wholeFacts(facts: StateFacts, marks: UnitMarks | undefined): SegmentFacts {
  const segments = [...(marks?.segments.values() ?? [])].flatMap(({ status }) => status ?? []);
  const status = marks?.whole?.status ?? lowestStatus(segments);
  if (status === undefined) return { status: xliffStatus(facts), isUntouched: isUntouched(facts) };
  return { status, isUntouched: status === 'new' || status === 'draft' };
}

/** True for a target that waits for its translation and repeats the source; other words in it may be those of a person. */
function isUntranslatedCopy({ state }: StateFacts, source: Runs, target: Runs): boolean {
  return state === NEEDS_TRANSLATION && structuralText(source) === structuralText(target);
}

function segmentFacts(id: string, marks: UnitMarks | undefined): SegmentFacts | undefined {
  const status = marks?.segments.get(id)?.status;
  return status && { status, isUntouched: status === 'new' || status === 'draft' };
}

/** Adds where a translation comes from, if all of its segments agree, and how well the worst of them matches. */
function withMarks(target: XliffTarget, marks: readonly MarkFacts[]): XliffTarget {
  const [first] = marks;
  if (first === undefined) return target;
  const { origin } = first;
  const isOne = marks.every((one) => one.origin?.kind === origin?.kind && one.origin?.engine === origin?.engine);
  const scores = marks.flatMap(({ score }) => score ?? []);
  return {
    ...target,
    ...(isOne && origin !== undefined && { origin }),
    ...(scores.length === marks.length && { score: Math.min(...scores) }),
  };
}

interface TargetRequest {
  readonly find: CodeFinder;
  readonly ids: CodeIds;
  readonly known: SegmentFacts;
  readonly reading: DialectReading;
}

function readTarget(
  element: XmlElement,
  raw: string,
  { find, ids, known, reading }: TargetRequest,
): XliffTarget | undefined {
  if (element.children.length === 0 && known.isUntouched) return undefined;
  const { runs, segments } = finishInline(readInline(element, raw, reading), ids, find);
  return { runs, segments, status: known.status };
}

/** Reads the segments of a seg-source, which repeats the source, maybe with other elements for its codes; one that differs is ignored. */
function segmentsIn(segSource: XmlElement, raw: string, find: CodeFinder, source: Runs): readonly SegmentSpan[] {
  const { runs, segments } = finishInline(readInline(segSource, raw), new CodeIds(), find);
  const isSame = shapeLength(runs) === shapeLength(source) && structuralText(runs) === structuralText(source);
  return isSame ? segments : alignSegments(segments, runs, source);
}

/** Lists the notes of a unit, in order. */
export function noteElements(unit: XmlElement): readonly XmlElement[] {
  return childElements(unit).filter(({ local, uri }) => local === 'note' && uri === unit.uri);
}

function readNotes(unit: XmlElement): readonly Note[] {
  return noteElements(unit).map((note) => {
    const [from, priority, annotates] = ['from', 'priority', 'annotates'].map((name) => attributeValue(note, name));
    return {
      text: elementText(note),
      ...(from !== undefined && { from }),
      ...(priority !== undefined && /^[1-9]\d?$/u.test(priority) && { priority: Number(priority) }),
      ...((annotates === 'source' || annotates === 'target' || annotates === 'general') && { annotates }),
    };
  });
}

/** Lists the proposals of a unit, in order. */
export function alternativeElements(unit: XmlElement): readonly XmlElement[] {
  return childElements(unit).filter(
    (element) =>
      element.local === 'alt-trans' && element.uri === unit.uri && findChild(element, 'target') !== undefined,
  );
}

function readAlternatives(unit: XmlElement, raw: string, find: CodeFinder, locale: string): readonly AltTranslation[] {
  return alternativeElements(unit).flatMap((element) => {
    const target = findChild(element, 'target');
    if (!target) return [];
    const source = findChild(element, 'source');
    const ids = new CodeIds();
    const sourceRuns = source && finishInline(readInline(source, raw), ids, find).runs;
    ids.nextSide();
    return [
      {
        ...(sourceRuns && { source: sourceRuns }),
        target: finishInline(readInline(target, raw), ids, find).runs,
        locale:
          knownLocale(
            attributeValue(target, 'lang', xmlNamespace) ?? attributeValue(element, 'lang', xmlNamespace) ?? '',
          ) ?? locale,
        ...matchFacts(element),
      },
    ];
  });
}

function matchFacts(element: XmlElement): Partial<AltTranslation> {
  const quality = Number.parseFloat(attributeValue(element, 'match-quality') ?? '');
  const score = Number.isFinite(quality) && quality >= 0 && quality <= 100 ? quality / 100 : undefined;
  const [engine, toolId] = [attributeValue(element, 'origin'), attributeValue(element, 'tool-id')];
  return {
    ...(score !== undefined && { score, matchType: score === 1 ? 'exact' : 'fuzzy' }),
    ...(engine !== undefined && { engine }),
    ...(toolId !== undefined && { toolId }),
  };
}
