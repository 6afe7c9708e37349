import { OverlayType, PortSource, PortTarget, type IOPort } from '@helve/flow';

const { OverlayQA: type } = OverlayType;

/** Ports that a bilingual check writes: findings on the target, and the matching ranges of the source. */
export const checkPorts: readonly IOPort[] = Object.freeze([
  { type, side: PortTarget },
  { type, side: PortSource, optional: true },
]);

/** Returns the ports of a tool that writes findings about the sides it works on. */
export function sidePorts(source: boolean, target: boolean): readonly IOPort[] {
  const [onTarget, onSource] = [
    { type, side: PortTarget },
    { type, side: PortSource },
  ] as const;
  return [...(source ? [onSource] : []), ...(target ? [onTarget] : [])];
}
