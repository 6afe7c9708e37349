import type { Origin, OriginKind, StepContext } from '@helve/flow';

/** Who made a target: the tool at work, now. */
export function toolOrigin(
  ctx: Pick<StepContext, 'step' | 'clock'>,
  toolVersion: string,
  kind: OriginKind = 'tool',
): Origin {
  return { kind, tool: ctx.step.tool, toolVersion, timestamp: new Date(ctx.clock.now()).toISOString() };
}
