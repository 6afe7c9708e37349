import type { Json } from '@helve/core';
import type { Finding, RunRange, Severity, Side } from '@helve/flow';

/** Something that a check has found, before it is put into the block. */
export interface FindingDraft {
  /** The full name of the rule: `qa.double-spaces`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The side it speaks of. */
  readonly side: Side;
  readonly range?: RunRange | undefined;
  /** The place it answers to on the other side. */
  readonly other?: { readonly side: Side; readonly range: RunRange } | undefined;
  /** The text or code that it is about; part of what makes it the same finding next time. */
  readonly subject?: string;
  readonly suggestion?: string;
  readonly fix?: NonNullable<Finding['fix']>;
  readonly metadata?: { readonly [key: string]: Json };
}

/** How a project sees the rules of a check: another severity, or not at all. */
export type Severities = { readonly [rule: string]: Severity | 'off' };
