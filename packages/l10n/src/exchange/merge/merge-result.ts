import type { LocaleId, Runs, Target, TargetStatus } from '@helve/flow';

/** Ends that a unit can come to. */
export const mergeResults = Object.freeze([
  'applied',
  'unchanged',
  'stale',
  'missing',
  'damaged',
  'unknown',
  'conflict',
  'protected',
  'unwritten',
] as const);
export type MergeResult = (typeof mergeResults)[number];

/** Results that fail a merge unless they are allowed. */
export const failingResults = Object.freeze(['stale', 'damaged', 'unknown', 'conflict'] as const);
export type FailingResult = (typeof failingResults)[number];

/** Means by which a unit was found that does not say where it comes from. */
export type FoundBy = 'id' | 'name' | 'content';

/** Reasons for a result, which tell more than the result itself. */
export type MergeReason =
  | 'locked'
  | 'empty'
  | 'partial'
  | 'not-returned'
  | 'source-differs'
  | 'source-changed'
  | 'source-gone'
  | 'state'
  | 'codes'
  | 'forms'
  | 'message'
  | 'target-changed'
  | 'returns-differ'
  | 'newer-return'
  | 'not-written'
  | 'origin';

/** Remarks on a unit that do not change its result. */
export type MergeWarning = 'source-changed' | 'codes-repaired' | 'characters' | 'too-long' | 'target-replaced';

/** The end of one unit in one language. */
export interface UnitDecision {
  readonly result: MergeResult;
  readonly reason?: MergeReason | undefined;
  /** Details for people, without text of the unit. */
  readonly detail?: string | undefined;
  readonly warnings: readonly MergeWarning[];
  readonly by?: FoundBy | undefined;
  readonly batch?: string | undefined;
  readonly unit?: string | undefined;
  readonly locale?: LocaleId | undefined;
  /** Source file, its line and block. */
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly block?: string | undefined;
  readonly name: string;
  /** Returned file, with the line of the unit. */
  readonly file?: string | undefined;
  readonly fileLine?: number | undefined;
  /** Translation to write, of an applied unit, or the one that an unchanged unit came back with. */
  readonly target?: Target | undefined;
  /** Both sides as they were returned, of a unit that was not applied. */
  readonly returned?: { readonly source: Runs; readonly target: Runs } | undefined;
}

/** Choices of a merge. */
export interface MergeOptions {
  readonly onStale: 'skip' | 'draft' | 'apply';
  readonly onCodes: 'reject' | 'repair';
  readonly onConflict: 'returned' | 'existing' | 'newer';
  readonly minState?: TargetStatus | undefined;
  readonly setState?: TargetStatus | undefined;
}

export const defaultMergeOptions: MergeOptions = Object.freeze({
  onStale: 'skip',
  onCodes: 'reject',
  onConflict: 'existing',
});
