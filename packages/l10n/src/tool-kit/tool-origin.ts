import type { Origin, OriginKind, StepContext } from '@helve/flow';

/** Creates the origin of a target: the running tool, now. */
export function toolOrigin(
  ctx: Pick<StepContext, 'step' | 'clock'>,
  toolVersion: string,
  kind: OriginKind = 'tool',
): Origin {
  const { tool } = ctx.step;
  const ms = ctx.clock.now();
  const { origin } = last;
  // One tool writes many targets in the same millisecond.
  if (last.ms === ms && origin.tool === tool && origin.kind === kind && origin.toolVersion === toolVersion)
    return origin;
  const made = Object.freeze({ kind, tool, toolVersion, timestamp: new Date(ms).toISOString() });
  last = { ms, origin: made };
  return made;
}

let last: { readonly ms: number; readonly origin: Origin } = { ms: NaN, origin: { kind: 'tool' } };
