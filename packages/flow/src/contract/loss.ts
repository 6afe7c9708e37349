import type { JsonObject } from '@helve/core';

/** Everything that a step may drop, repair or skip. */
export const lossKinds = Object.freeze([
  'overlay-dropped',
  'code-lost',
  'form-lost',
  'char-replaced',
  'block-skipped',
  'block-quarantined',
  'file-skipped',
  'target-protected',
  'target-rejected',
  'secret-unrestored',
  'repaired',
  'metadata-lost',
  'source-changed',
  'unit-missing',
] as const);
export type LossKind = (typeof lossKinds)[number];

/** Something that did not survive. `detail` holds ids, counts and ranges, never content. */
export interface ContentLoss {
  readonly kind: LossKind;
  readonly document: string;
  readonly block?: string;
  readonly step: string;
  readonly detail: JsonObject;
}

/** True when a text still holds a token in the place of a secret. */
export function isTokenLeft({ kind, detail }: Pick<ContentLoss, 'kind' | 'detail'>): boolean {
  return kind === 'secret-unrestored' && detail['left'] === true;
}

/** A loss as a tool or the applier sees it; the engine adds where it happened. */
export type LossNote = Pick<ContentLoss, 'kind' | 'detail'>;
