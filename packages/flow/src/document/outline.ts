import type { BindingKind, ErrorPolicy, FlowDefinition, ToolStep } from '../contract/flow-document.js';
import type { Diagnostic } from '../contract/diagnostic.js';
import type { Positions } from './position.js';

/** A step as it was read, with its path and its position. */
export interface OutlineStep {
  readonly kind: 'step';
  readonly node: string;
  readonly pointer: string;
  readonly step: ToolStep;
}

/** A `parallel` as it was read. */
export interface OutlineFork {
  readonly kind: 'fork';
  readonly node: string;
  readonly pointer: string;
  readonly branches: readonly (readonly OutlineNode[])[];
}

export type OutlineNode = OutlineStep | OutlineFork;

/** A flow document after reading: what could be understood, and all that could not. */
export interface ParsedFlow {
  readonly file?: string;
  readonly name: string;
  readonly io: { readonly source?: BindingKind; readonly sink?: BindingKind };
  readonly onError?: ErrorPolicy;
  /** Absent when the document breaks a rule of its form. */
  readonly definition?: FlowDefinition;
  /** Every step that could be read, also of a document with faults. */
  readonly outline: readonly OutlineNode[];
  readonly diagnostics: readonly Diagnostic[];
  readonly positions: Positions;
}

/** Every step of an outline in document order, also those inside branches. */
export function outlineSteps(outline: readonly OutlineNode[]): OutlineStep[] {
  return outline.flatMap((node) => (node.kind === 'step' ? [node] : node.branches.flatMap(outlineSteps)));
}
