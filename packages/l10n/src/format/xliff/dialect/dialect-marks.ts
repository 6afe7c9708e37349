import type { Origin, TargetStatus } from '@helve/flow';
import { escapeValue } from '../../xml/escape-xml.js';
import { attributesEnd, setAttribute, type RawEdit } from '../../xml/raw-edit.js';
import { attributeValue, childElements, findAttribute, type XmlElement } from '../../xml/xml-node.js';
import type { Dialect, StateTable } from './dialect.js';

/** Facts of a tool about a translation, or about one segment of it. */
export interface MarkFacts {
  readonly element: XmlElement;
  /** Undefined where the tool has no states of its own. */
  readonly status: TargetStatus | undefined;
  readonly locked: boolean;
  readonly score: number | undefined;
  readonly origin: Origin | undefined;
}

/** The marks of a unit: for all of it, or for each of its segments. */
export interface UnitMarks {
  readonly whole: MarkFacts | undefined;
  readonly segments: ReadonlyMap<string, MarkFacts>;
}

/** Reads the marks of a unit; undefined for a dialect without any. */
export function readMarks(unit: XmlElement, dialect: Dialect): UnitMarks | undefined {
  const { marks } = dialect;
  if (marks === undefined) return undefined;
  if (marks.on === 'unit') return { whole: factsOf(unit, dialect), segments: new Map() };
  const segments = new Map(
    segmentElements(unit, dialect).map((element) => [attributeValue(element, 'id') ?? '', factsOf(element, dialect)]),
  );
  return { whole: undefined, segments };
}

/** Lists the elements of the tool for the segments of a unit. */
function segmentElements(unit: XmlElement, { namespaces }: Dialect): readonly XmlElement[] {
  const isOwn = ({ uri }: XmlElement): boolean => namespaces.includes(uri);
  return childElements(unit)
    .filter(isOwn)
    .flatMap(childElements)
    .filter((element) => isOwn(element) && element.local === 'seg');
}

function factsOf(element: XmlElement, dialect: Dialect): MarkFacts {
  const { state, lock, score, origin } = dialect.marks ?? { lock: { attribute: '', value: '' } };
  const read = (attribute: string): string | undefined => ownAttribute(element, attribute, dialect)?.value;
  const amount = Number.parseFloat((score && read(score.attribute)) ?? '');
  const kind = origin?.kinds[read(origin.attribute) ?? ''];
  const engine = kind === undefined ? undefined : attributeValue(element, 'origin-system');
  return {
    element,
    status: state && statusIn(state, read(state.attribute)),
    locked: read(lock.attribute) === lock.value,
    score: Number.isFinite(amount) && amount > 0 ? Math.min(1, amount / (score?.whole ?? 1)) : undefined,
    origin: kind === undefined ? undefined : { kind, ...(engine === undefined ? {} : { engine }) },
  };
}

/** Status that a state of a tool stands for. */
export function statusIn({ statusOf, unknown, unset }: StateTable, state: string | undefined): TargetStatus {
  return state === undefined ? unset : (statusOf[state] ?? unknown);
}

/** An attribute of the tool: in its namespace on elements of XLIFF, without one on its own elements. */
function ownAttribute(element: XmlElement, local: string, { namespaces }: Dialect) {
  if (namespaces.includes(element.uri)) return findAttribute(element, local);
  return element.attributes.find((attribute) => attribute.local === local && namespaces.includes(attribute.uri));
}

/** Sets the state of a translation where the tool keeps it; one that stands for the same status stays. */
export function stateEdits(
  raw: string,
  { element, status: before }: MarkFacts,
  status: TargetStatus,
  dialect: Dialect,
): readonly RawEdit[] {
  const state = dialect.marks?.state;
  if (state === undefined || before === undefined || before === (state.folds[status] ?? status)) return [];
  const value = state.stateOf[status];
  if (dialect.namespaces.includes(element.uri)) return setAttribute(raw, element, state.attribute, value);
  const found = ownAttribute(element, state.attribute, dialect);
  if (found !== undefined) return [{ start: found.valueStart, end: found.valueEnd, text: escapeValue(value ?? '') }];
  const prefix = Object.entries(element.namespaces).find(([, uri]) => dialect.namespaces.includes(uri))?.[0];
  if (prefix === undefined || value === undefined) return [];
  const at = attributesEnd(raw, element);
  return [{ start: at, end: at, text: ` ${prefix}:${state.attribute}="${escapeValue(value)}"` }];
}
