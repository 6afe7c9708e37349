import type { UnitDecision } from '@helve/l10n';
import { mergeResults, type MergeReason, type MergeResult, type MergeWarning } from '@helve/l10n/run';
import type { MergeRequest } from './merge-request.js';

/** Number of units by their result. */
export type MergeCounts = { readonly [Result in MergeResult]: number };

/** One unit in a report. It has no text. */
export interface MergedUnit {
  readonly result: MergeResult;
  readonly reason?: MergeReason;
  readonly detail?: string;
  readonly warnings?: readonly MergeWarning[];
  /** Means by which a unit was found that does not say where it comes from. */
  readonly by?: string;
  readonly batch?: string;
  readonly unit?: string;
  readonly locale?: string;
  /** Source file with the line of the block. */
  readonly path?: string;
  readonly line?: number;
  readonly name: string;
  /** Returned file with the line of the unit. */
  readonly file?: string;
  readonly fileLine?: number;
}

/** Results of one source file in one language. */
export interface MergedFile {
  readonly path: string;
  readonly locale: string;
  readonly counts: MergeCounts;
}

/** A file that was written, or that could not be. */
export interface MergeOutput {
  readonly path: string;
  readonly locale?: string;
  readonly bytes?: number;
  readonly error?: string;
}

/** A returned file that was not read, and why. */
export interface UnreadFile {
  readonly file: string;
  readonly problem: string;
}

/** Answer of `l10n.merge`. */
export interface MergeReport {
  readonly schema: 'helve.merge/v1';
  readonly status: 'merged' | 'unchanged' | 'checked' | 'failed';
  /** True when nothing failed that is not allowed. */
  readonly clean: boolean;
  readonly batches: readonly string[];
  readonly counts: MergeCounts;
  readonly files: readonly MergedFile[];
  readonly outputs: readonly MergeOutput[];
  readonly unread: readonly UnreadFile[];
  /** Units that are neither applied nor unchanged, and those with warnings. */
  readonly units: readonly MergedUnit[];
  /** Number of translations that the translation memory has learned. */
  readonly learned: number;
}

/** True for an answer of `l10n.merge`. */
export function isMergeReport(answer: object): answer is MergeReport {
  return 'schema' in answer && answer.schema === 'helve.merge/v1';
}

/** Makes the report of decisions; `status` and outputs are those of what was written. */
export function toMergeReport(
  decisions: readonly UnitDecision[],
  request: Pick<MergeRequest, 'allow' | 'complete'>,
  rest: Pick<MergeReport, 'status' | 'batches' | 'outputs' | 'unread' | 'learned'>,
): MergeReport {
  const counts = countResults(decisions);
  const isFailed = rest.outputs.some(({ error }) => error !== undefined) || rest.unread.length > 0;
  return {
    schema: 'helve.merge/v1',
    ...rest,
    clean: !isFailed && isClean(counts, request),
    counts,
    files: toFiles(decisions),
    units: decisions.filter(isTold).map(toMergedUnit),
  };
}

function isClean(counts: MergeCounts, { allow = [], complete }: Pick<MergeRequest, 'allow' | 'complete'>): boolean {
  const failing = (['stale', 'damaged', 'unknown', 'conflict'] as const).filter((result) => !allow.includes(result));
  if (failing.some((result) => counts[result] > 0)) return false;
  return complete !== true || counts.missing === 0;
}

function countResults(decisions: readonly UnitDecision[]): MergeCounts {
  const counts = new Map<MergeResult, number>(mergeResults.map((result) => [result, 0]));
  for (const { result } of decisions) counts.set(result, (counts.get(result) ?? 0) + 1);
  return Object.fromEntries(counts) as MergeCounts;
}

function toFiles(decisions: readonly UnitDecision[]): readonly MergedFile[] {
  const groups = new Map<string, UnitDecision[]>();
  for (const decision of decisions) {
    const key = `${decision.path ?? ''}\n${decision.locale ?? ''}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [decision]);
    else known.push(decision);
  }
  return [...groups.values()].flatMap((own): readonly MergedFile[] => {
    const [{ path, locale } = {}] = own;
    return path === undefined || locale === undefined ? [] : [{ path, locale, counts: countResults(own) }];
  });
}

function isTold({ result, warnings, by }: UnitDecision): boolean {
  return (result !== 'applied' && result !== 'unchanged') || warnings.length > 0 || by !== undefined;
}

/** A decision as reports show it. */
export function toMergedUnit(decision: UnitDecision): MergedUnit {
  const { result, reason, detail, warnings, by, batch, unit, locale, path, line, name, file, fileLine } = decision;
  const facts = { reason, detail, by, batch, unit, locale, path, line, file, fileLine };
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  return { result, name, ...(warnings.length === 0 ? {} : { warnings }), ...Object.fromEntries(given) };
}
