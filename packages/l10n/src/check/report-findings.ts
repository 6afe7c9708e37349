import { frozenCopy } from '@helve/core';
import type { BlockView, Finding, ReadonlySpan, Side } from '@helve/flow';
import { compareCodePoints, readFindings, scoreOfFindings, sealPayload } from '@helve/flow/content';
import { toFingerprint } from './fingerprint.js';
import type { FindingDraft, Severities } from './finding-draft.js';

/** Overlay type of findings. */
export const findingsOverlay = 'qa';

/** Block property that lists rules to ignore in the block. */
const ignoreProperty = 'helve-ignore';

export interface ReportFindingsOptions {
  /** The target, or targets, that the check examined besides the source. */
  readonly variant?: string | readonly string[] | undefined;
  readonly severities?: Severities;
}

/**
 * Replaces the earlier findings of a check, named by its tool, on the source and on the given targets, and recomputes
 * the score. A clean block without earlier findings of the check stays untouched.
 */
export function reportFindings(
  view: BlockView,
  check: string,
  drafts: readonly FindingDraft[],
  { variant, severities = {} }: ReportFindingsOptions = {},
): readonly Finding[] {
  const targets = variant === undefined ? [] : typeof variant === 'string' ? [variant] : variant;
  const gone = foundBefore(view, check, targets);
  if (drafts.length === 0 && gone === undefined) return none;
  const made = toFindings(view, check, drafts, severities);
  putSide(view, null, gone, made);
  for (const side of targets) putSide(view, side, gone, made);
  return made.map(({ finding }) => finding);
}

const none: readonly never[] = Object.freeze([]);

/**
 * Collects the ids of the check's earlier findings; returns undefined when there are none, which is the common case.
 */
function foundBefore(view: BlockView, check: string, targets: readonly string[]): Set<string> | undefined {
  let found = addFound(undefined, view, check, null);
  for (const target of targets) found = addFound(found, view, check, target);
  return found;
}

function addFound(known: Set<string> | undefined, view: BlockView, check: string, side: Side): Set<string> | undefined {
  const value = view.overlayValue(findingsOverlay, side);
  if (value === undefined) return known;
  const found = known ?? new Set();
  for (const finding of readFindings(value)) if (finding.check === check) found.add(finding.id);
  return found.size === 0 ? undefined : found;
}

interface Made {
  readonly draft: FindingDraft;
  readonly finding: Finding;
}

function toFindings(
  view: BlockView,
  check: string,
  drafts: readonly FindingDraft[],
  severities: Severities,
): readonly Made[] {
  const ignored: readonly string[] = view.property(ignoreProperty)?.split(/\s+/) ?? none;
  // A single finding, which is the common case, is the first of its kind.
  const seen = drafts.length > 1 ? new Map<string, number>() : undefined;
  // Computed for the first finding, and once per block.
  let contentHash: string | undefined;
  const made: Made[] = [];
  for (const draft of drafts) {
    const severity = severities[draft.rule] ?? draft.severity;
    if (severity === 'off') continue;
    const { rule, side, subject = '' } = draft;
    const n = seen === undefined ? 0 : countAnother(seen, `${rule}\n${side}\n${subject}`);
    contentHash ??= view.contentHash;
    const fingerprint = toFingerprint({ rule, contentHash, variant: side, subject, n });
    made.push({ draft, finding: toFinding(draft, check, severity, fingerprint, ignored.includes(rule)) });
  }
  return made;
}

/** Counts one more of a key and returns the count before. */
function countAnother(seen: Map<string, number>, key: string): number {
  const count = seen.get(key) ?? 0;
  seen.set(key, count + 1);
  return count;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Converts a draft to a finding, deep-frozen. */
function toFinding(
  draft: FindingDraft,
  check: string,
  severity: Finding['severity'],
  fingerprint: string,
  isIgnored: boolean,
): Finding {
  const { rule, message, side, range, subject = '', suggestion, fix, metadata } = draft;
  const where = side === null ? 'source' : 'target';
  const finding: Mutable<Finding> = { id: fingerprint, rule, check, severity, fingerprint, message, side: where };
  if (side !== null) finding.variant = side;
  if (range?.path !== undefined && range.path.length > 0)
    finding.path = Object.isFrozen(range.path) ? range.path : frozenCopy(range.path);
  if (subject !== '') finding.subject = subject;
  if (suggestion !== undefined) finding.suggestion = suggestion;
  if (fix !== undefined) finding.fix = frozenCopy(fix);
  if (metadata !== undefined) finding.metadata = frozenCopy(metadata);
  if (isIgnored) finding.suppressed = true;
  return Object.freeze(finding);
}

/** Writes to a side only the changes: new findings and removed ones. */
function putSide(view: BlockView, side: Side, gone: ReadonlySet<string> | undefined, made: readonly Made[]): void {
  // Most findings are about one side; the other is not read at all.
  if (gone === undefined && !made.some((one) => isAbout(side, one))) return;
  const own = findingsFor(side, made);
  const placed = spansOn(side, made);
  const existing = readFindings(view.overlayValue(findingsOverlay, side));
  const marks = view.overlays(findingsOverlay, side);
  const remaining = gone === undefined ? existing : existing.filter(({ id }) => !gone.has(id));
  const unmoved = gone === undefined ? marks : marks.filter(({ id }) => !gone.has(id));
  if (own.length + remaining.length + placed.length + unmoved.length === 0) {
    if (existing.length + marks.length > 0) view.removeOverlay(findingsOverlay, side);
    return;
  }
  if (placed.length > 0 || unmoved.length < marks.length) view.putSpans(findingsOverlay, side, [...unmoved, ...placed]);
  if (own.length > 0 || remaining.length < existing.length) putValue(view, side, [...remaining, ...own]);
}

function isAbout(side: Side, { draft }: Made): boolean {
  return draft.side === side || draft.other?.side === side;
}

/** Orders findings by the name of their check, so that running a check again changes nothing. */
function putValue(view: BlockView, side: Side, findings: Finding[]): void {
  findings.sort((one, other) => compareCodePoints(one.check, other.check));
  const score = scoreOfFindings(findings);
  view.setOverlayValue(
    findingsOverlay,
    side,
    sealPayload({ type: 'findings', findings: Object.freeze(findings), score }),
  );
}

function findingsFor(side: Side, made: readonly Made[]): readonly Finding[] {
  const own: Finding[] = [];
  for (const { draft, finding } of made) if (draft.side === side) own.push(finding);
  return own;
}

function spansOn(side: Side, made: readonly Made[]): readonly ReadonlySpan[] {
  const spans: ReadonlySpan[] = [];
  for (const { draft, finding } of made) {
    const range = draft.side === side ? draft.range : draft.other?.side === side ? draft.other.range : undefined;
    if (range !== undefined) spans.push({ id: finding.id, range, props: {} });
  }
  return spans;
}
