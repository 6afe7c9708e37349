import { OverlayType, PortSource, PortTarget, type IOPort } from '@helve/flow';

/** What a bilingual check writes: findings about the target, and where the source has what they speak of. */
export const checkPorts: readonly IOPort[] = Object.freeze([
  { type: OverlayType.OverlayQA, side: PortTarget },
  { type: OverlayType.OverlayQA, side: PortSource, optional: true },
]);
