import type { Payload } from './payload.js';
import type { RunRange } from './run.js';

/** The kinds of stand-off marks over a side of a block. */
export const OverlayType = Object.freeze({
  OverlaySegmentation: 'segmentation',
  OverlayTerm: 'term',
  OverlayEntity: 'entity',
  OverlayQA: 'qa',
  OverlayAlignment: 'alignment',
  OverlayTermCandidate: 'term-candidate',
  OverlayProtected: 'protected',
  OverlayEditorAnchor: 'editor-anchor',
} as const);
export type OverlayType = (typeof OverlayType)[keyof typeof OverlayType];

/** The primary layer of an overlay. */
export const LayerPrimary = '';

/** One marked stretch; without a range it means the whole side. */
export interface OverlaySpan {
  id: string;
  range?: RunRange;
  props: Record<string, string>;
  value?: Payload;
}

/** All marks of one type over one side: there is one overlay per type, variant and layer. */
export interface Overlay {
  /** One of `OverlayType`, or a type that a plugin registered. */
  type: string;
  /** `null` is the source. */
  variant: string | null;
  layer: string;
  spans: OverlaySpan[];
  value?: Payload;
}
