import type { Origin, OriginKind, StepContext } from '@helve/flow';

/** Who made a target: the tool at work, now. */
export function toolOrigin(
  ctx: Pick<StepContext, 'step' | 'clock'>,
  toolVersion: string,
  kind: OriginKind = 'tool',
): Origin {
  return { kind, tool: ctx.step.tool, toolVersion, timestamp: timestampOf(ctx.clock.now()) };
}

let last = { ms: NaN, text: '' };

/** Many targets are made in one millisecond. */
function timestampOf(ms: number): string {
  if (last.ms !== ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}
