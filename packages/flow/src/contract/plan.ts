import type { JsonObject } from '@helve/core';
import type { LocaleId } from './block.js';
import type { BindingKind, ErrorPolicy } from './flow-document.js';
import type { ToolMeta } from './meta.js';

/** A tool's contract after its config was looked at: what every gate, the locale plan and the engine go by. */
export type ResolvedContract = ToolMeta;

/** One step that is ready to run. */
export interface PlanStep {
  readonly kind: 'step';
  /** Its path: `1`, `3.b2.1`. */
  readonly node: string;
  /** Location in the document, as a JSON pointer. */
  readonly pointer: string;
  readonly id?: string;
  readonly label?: string;
  readonly tool: string;
  readonly version: string;
  /** With every default filled in; without secrets. */
  readonly config: JsonObject;
  readonly contract: ResolvedContract;
  readonly onError: ErrorPolicy;
  readonly parallelBlocks: number;
  readonly overwriteApproved: boolean;
  /** The locale sets it runs for, each once per document. */
  readonly localeSets: readonly (readonly LocaleId[])[];
  readonly fingerprint: string;
}

/** Branches that run side by side between a fork and its join. */
export interface PlanFork {
  readonly kind: 'fork';
  readonly node: string;
  readonly pointer: string;
  readonly branches: readonly (readonly PlanNode[])[];
}

export type PlanNode = PlanStep | PlanFork;

/** A checked flow: frozen, serialisable, hashed. */
export interface FlowPlan {
  readonly schema: 'helve.plan/v1';
  readonly flow: string;
  readonly name: string;
  readonly sourceLocale: LocaleId;
  readonly targetLocales: readonly LocaleId[];
  readonly passes: readonly (readonly LocaleId[])[];
  readonly io: { readonly source?: BindingKind; readonly sink?: BindingKind };
  readonly nodes: readonly PlanNode[];
  readonly hash: string;
}
