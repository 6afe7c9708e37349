import type { Json } from '@helve/core';
import type { Finding, RunRange, Severity, Side } from '@helve/flow';

/** A finding of a check, before it is written to the block. */
export interface FindingDraft {
  /** The full name of the rule: `qa.double-spaces`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The side that the finding is about. */
  readonly side: Side;
  readonly range?: RunRange | undefined;
  /** The matching range on the other side. */
  readonly other?: { readonly side: Side; readonly range: RunRange } | undefined;
  /** The text or code that the finding is about; part of its identity in later runs. */
  readonly subject?: string;
  readonly suggestion?: string;
  readonly fix?: NonNullable<Finding['fix']>;
  readonly metadata?: { readonly [key: string]: Json };
}

/** Severity of single rules as a project sets them; `off` disables a rule. */
export type Severities = { readonly [rule: string]: Severity | 'off' };
