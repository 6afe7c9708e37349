import {
  compareCodePoints,
  findingsOf,
  newPayload,
  scoreOfFindings,
  type BlockView,
  type Finding,
  type ReadonlySpan,
  type Side,
} from '@helve/flow';
import { fingerprintOf } from './fingerprint.js';
import type { FindingDraft, Severities } from './finding-draft.js';

/** The overlay that findings live in. */
export const findingsOverlay = 'qa';

/** A block property that names rules to be left alone there. */
const ignoreProperty = 'helve-ignore';

export interface PutFindingsOptions {
  /** The target, or targets, that the check looked at beside the source. */
  readonly variant?: string | readonly string[] | undefined;
  readonly severities?: Severities;
}

/**
 * Replaces what a check, named by its tool, said about a block before, on the source and on the given targets, and rescores all that remains.
 * A clean block on which the check has found nothing before stays untouched.
 */
export function putFindings(
  view: BlockView,
  check: string,
  drafts: readonly FindingDraft[],
  { variant, severities = {} }: PutFindingsOptions = {},
): readonly Finding[] {
  const targets = variant === undefined ? [] : typeof variant === 'string' ? [variant] : variant;
  const gone = foundBefore(view, check, targets);
  if (drafts.length === 0 && gone === undefined) return none;
  const sides: readonly Side[] = [null, ...targets];
  const made = toFindings(view, check, drafts, severities);
  for (const side of sides) putSide(view, side, gone ?? new Set(), made);
  return made.map(({ finding }) => finding);
}

const none: readonly Finding[] = Object.freeze([]);

/** The findings that one side of a block holds. */
function findingsOn(view: Pick<BlockView, 'overlayValue'>, side: Side): readonly Finding[] {
  return findingsOf(view.overlayValue(findingsOverlay, side));
}

/** The findings of a check that are there; mostly there are none, and then nothing is made. */
function foundBefore(view: BlockView, check: string, targets: readonly string[]): Set<string> | undefined {
  let found: Set<string> | undefined;
  const add = (side: Side) => {
    const value = view.overlayValue(findingsOverlay, side);
    if (value === undefined) return;
    for (const finding of findingsOf(value)) if (finding.check === check) (found ??= new Set()).add(finding.id);
  };
  add(null);
  for (const target of targets) add(target);
  return found;
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
  const ignored = new Set(view.property(ignoreProperty)?.split(/\s+/));
  const seen = new Map<string, number>();
  return drafts.flatMap((draft) => {
    const { rule, side, subject = '' } = draft;
    const severity = severities[rule] ?? draft.severity;
    if (severity === 'off') return [];
    const key = `${rule}\n${side}\n${subject}`;
    const n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    const fingerprint = fingerprintOf({ rule, contentHash: view.contentHash, variant: side, subject, n });
    return [{ draft, finding: toFinding(draft, { rule, check, severity, fingerprint }, ignored.has(rule)) }];
  });
}

type Known = Pick<Finding, 'rule' | 'check' | 'severity' | 'fingerprint'>;

function toFinding(draft: FindingDraft, known: Known, isIgnored: boolean): Finding {
  const { message, side, range, subject = '', suggestion, fix, metadata } = draft;
  return {
    id: known.fingerprint,
    ...known,
    message,
    side: side === null ? 'source' : 'target',
    ...(side === null ? {} : { variant: side }),
    ...(range?.path === undefined || range.path.length === 0 ? {} : { path: range.path }),
    ...(subject === '' ? {} : { subject }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(fix === undefined ? {} : { fix }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(isIgnored ? { suppressed: true } : {}),
  };
}

/** Writes to a side only what is new there, or gone from there. */
function putSide(view: BlockView, side: Side, gone: ReadonlySet<string>, made: readonly Made[]): void {
  const there = findingsOn(view, side);
  const marks = view.overlays(findingsOverlay, side);
  const kept = there.filter(({ id }) => !gone.has(id));
  const unmoved = marks.filter(({ id }) => !gone.has(id));
  const own = made.filter(({ draft }) => draft.side === side).map(({ finding }) => finding);
  const placed = spansOn(side, made);
  const findings = own.length + kept.length;
  const spans = placed.length + unmoved.length;
  if (findings + spans === 0) {
    if (there.length + marks.length > 0) view.removeOverlay(findingsOverlay, side);
    return;
  }
  if (placed.length > 0 || unmoved.length < marks.length) view.putSpans(findingsOverlay, side, [...unmoved, ...placed]);
  if (own.length > 0 || kept.length < there.length) putValue(view, side, [...kept, ...own]);
}

/** Checks stand in the order of their names, whichever ran last; so running one again changes nothing. */
function putValue(view: BlockView, side: Side, all: readonly Finding[]): void {
  const findings = all.toSorted((one, other) => compareCodePoints(one.check, other.check));
  view.setOverlayValue(findingsOverlay, side, newPayload('findings', { findings, score: scoreOfFindings(findings) }));
}

function spansOn(side: Side, made: readonly Made[]): readonly ReadonlySpan[] {
  return made.flatMap(({ draft, finding: { id } }) => {
    const range = draft.side === side ? draft.range : draft.other?.side === side ? draft.other.range : undefined;
    return range === undefined ? [] : [{ id, range, props: {} }];
  });
}
