import type { JsonObject } from '@helve/core';
import type { LocaleId } from './block.js';

/** Reaction to a handler that fails on a block. */
export type ErrorPolicy = 'fail' | 'skip' | 'quarantine' | RetryPolicy;

export interface RetryPolicy {
  readonly retry: {
    readonly attempts?: number;
    readonly baseMs?: number;
    readonly factor?: number;
    readonly maxMs?: number;
    readonly on?: readonly string[];
  };
  readonly then?: 'fail' | 'skip' | 'quarantine';
}

/** One step as a flow document writes it. */
export interface ToolStep {
  readonly tool: string;
  readonly id?: string;
  readonly label?: string;
  readonly config?: JsonObject;
  readonly locales?: readonly LocaleId[];
  readonly onError?: ErrorPolicy;
  readonly parallelBlocks?: number;
  readonly overwriteApproved?: boolean;
}

/** Steps that run side by side. */
export interface ParallelStep {
  readonly parallel: readonly Branch[];
  readonly id?: string;
  readonly label?: string;
}

/** One branch: a step, or several in turn. */
export type Branch = Step | { readonly steps: readonly Step[] };
export type Step = ToolStep | ParallelStep;

/** The composition of a flow: nothing about where content comes from or goes to. */
export interface StepsSpec {
  readonly onError?: ErrorPolicy;
  readonly steps: readonly Step[];
}

/** The kinds of places that content comes from and goes to. */
export const bindingKinds = Object.freeze(['file', 'store', 'interchange', 'none'] as const);
export type BindingKind = (typeof bindingKinds)[number];

export interface FlowDefinition {
  readonly name: string;
  readonly description?: string;
  readonly io?: { readonly source?: BindingKind; readonly sink?: BindingKind };
  readonly spec: StepsSpec;
}
