import { ToolEffect } from '@helve/core';
import type { LocaleId } from './block.js';

/** Which side of a block a port speaks of. */
export const PortSource = 'source';
export const PortTarget = 'target';
export type PortSide = typeof PortSource | typeof PortTarget;

/** Something that a step reads or writes: an overlay, an annotation, or a pseudo-port (`target`, `source`, `property:x`, `layer`). */
export interface IOPort {
  readonly type: string;
  readonly side: PortSide;
  /** Consumed: more is done with it. Produced: rewritten where it is present. */
  readonly optional?: boolean;
  readonly layer?: string;
}

/** The outside systems a step may touch: the closed set of `ToolEffect`. */
export const SideEffect = ToolEffect;
export type SideEffect = ToolEffect;

/** Numbers of locales that a step works with at once. */
export const LocaleCardinality = Object.freeze({
  monolingual: 'monolingual',
  bilingual: 'bilingual',
  multilingual: 'multilingual',
} as const);
export type LocaleCardinality = (typeof LocaleCardinality)[keyof typeof LocaleCardinality];

/** Resources that a step may require of a run. */
export const requirements = Object.freeze([
  'target-language',
  'tm',
  'termbase',
  'credentials',
  'vault',
  'exec',
  'network',
] as const);
export type Requirement = (typeof requirements)[number];

export const toolCategories = Object.freeze([
  'translate',
  'validate',
  'enrich',
  'convert',
  'transform',
  'pipeline',
] as const);
export type FlowToolCategory = (typeof toolCategories)[number];

export type Capability = 'annotate' | 'translate' | 'transform';
/** Relation of output to input parts; `free` is for scripts, which may do anything. */
export type StreamShape = 'one-to-one' | 'filter' | 'expand' | 'free';
export type BarrierScope = 'document' | 'run';

/** The contract of a flow tool; config may refine it (`resolve`). */
export interface ToolMeta {
  readonly id: string;
  readonly version: string;
  readonly category: FlowToolCategory;
  readonly displayName: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  readonly requires?: readonly Requirement[];
  readonly cardinality: LocaleCardinality;
  readonly defaultLocale?: LocaleId;
  readonly consumes: readonly IOPort[];
  readonly produces: readonly IOPort[];
  readonly sideEffects?: readonly SideEffect[];
  /** True when another step can restore the removed content. */
  readonly recoverable?: boolean;
  /** True when its files are written. Default: when it produces a source or a target. */
  readonly writesOutput?: boolean;
  readonly defaultParallelBlocks?: number;
  readonly mayRemoveCodes?: boolean;
  readonly capability?: Capability;
  readonly shape?: StreamShape;
  readonly barrier?: BarrierScope;
  /** It runs code or programs that a flow names. */
  readonly exec?: boolean;
  readonly internal?: boolean;
}
