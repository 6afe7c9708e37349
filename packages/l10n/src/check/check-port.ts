import { OverlayType, PortSource, PortTarget, type IOPort } from '@helve/flow';

const { OverlayQA: type } = OverlayType;

/** What a bilingual check writes: findings about the target, and where the source has what they speak of. */
export const checkPorts: readonly IOPort[] = Object.freeze([
  { type, side: PortTarget },
  { type, side: PortSource, optional: true },
]);

/** What a tool writes that has findings about the sides it works on. */
export function sidePorts(source: boolean, target: boolean): readonly IOPort[] {
  const [onTarget, onSource] = [
    { type, side: PortTarget },
    { type, side: PortSource },
  ] as const;
  return [...(source ? [onSource] : []), ...(target ? [onTarget] : [])];
}
