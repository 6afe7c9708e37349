import { flowErrors, type Block, type Part, type StepContext } from '@helve/flow';

/** How many blocks are handled together, and how many groups at once. */
export interface GroupLimits {
  readonly maxBlocks: number;
  readonly parallelBatches: number;
}

/**
 * Takes a stream through somebody who is asked: consecutive blocks are gathered, several groups are under way at once,
 * and everything leaves in the order in which it came.
 *
 *     parts → group → handle ─┐
 *           → group → handle ─┼─ in order →
 *           → group → handle ─┘
 */
export async function* groupStream(
  { maxBlocks, parallelBatches }: GroupLimits,
  ctx: StepContext,
  input: AsyncIterable<Part>,
  handle: (blocks: readonly Block[]) => Promise<void>,
): AsyncIterable<Part> {
  const underWay: Promise<readonly Part[]>[] = [];
  let group: Part[] = [];
  let blocks = 0;
  const start = () => {
    const handled = handleGroup(group, handle);
    // Whoever waits for it meets the failure; one that nobody waits for any more is none.
    handled.catch(() => undefined);
    underWay.push(handled);
    group = [];
    blocks = 0;
  };
  for await (const part of input) {
    if (ctx.signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
    group.push(part);
    if (part.kind === 'block') blocks += 1;
    if (blocks < maxBlocks && group.length < 4 * maxBlocks) continue;
    start();
    if (underWay.length >= parallelBatches) yield* (await underWay.shift()) ?? [];
  }
  start();
  for (const handled of underWay) yield* await handled;
}

async function handleGroup(
  group: readonly Part[],
  handle: (blocks: readonly Block[]) => Promise<void>,
): Promise<readonly Part[]> {
  const blocks = group.flatMap((part): Block[] => (part.kind === 'block' ? [part.block] : []));
  if (blocks.length > 0) await handle(blocks);
  return group;
}
