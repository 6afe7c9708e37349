import { flowErrors, type Block, type Part, type StepContext } from '@helve/flow';
import { hasReady } from '@helve/flow/content';
import { BatchedParts } from '../../format/batched-parts.js';

/** Number of blocks per group, and of concurrent groups. */
export interface GroupLimits {
  readonly maxBlocks: number;
  readonly parallelBatches: number;
}

/** Processes blocks; returns a promise only if a request is sent. */
type HandleBlocks = (blocks: readonly Block[]) => void | Promise<void>;

/**
 * Processes a stream in groups: consecutive blocks are gathered, several groups are in progress at once, and everything
 * leaves in its original order. A group without requests does not wait for later ones.
 *
 *     parts → group → handle ─┐
 *           → group → handle ─┼─ in order →
 *           → group → handle ─┘
 */
export function groupStream(
  limits: GroupLimits,
  ctx: StepContext,
  input: AsyncIterable<Part>,
  handle: HandleBlocks,
): AsyncIterable<Part> {
  return new BatchedParts(handledGroups(limits, ctx, input[Symbol.asyncIterator](), handle));
}

async function* handledGroups(
  { maxBlocks, parallelBatches }: GroupLimits,
  ctx: StepContext,
  input: AsyncIterator<Part>,
  handle: HandleBlocks,
): AsyncIterable<readonly Part[]> {
  const underWay: Promise<readonly Part[]>[] = [];
  try {
    for (let isLast = false; !isLast;) {
      const group: Part[] = [];
      isLast = await gather(input, group, maxBlocks, ctx);
      const handled = handle(listBlocks(group));
      if (handled === undefined && underWay.length === 0) {
        yield group;
        continue;
      }
      const completed = Promise.resolve(handled).then(() => group);
      // Whoever awaits it gets the failure; otherwise the rejection counts as handled.
      completed.catch(() => undefined);
      underWay.push(completed);
      if (underWay.length >= parallelBatches) yield (await underWay.shift()) ?? [];
    }
    for (const handled of underWay) yield await handled;
  } finally {
    await input.return?.();
  }
}

/** Fills a group; returns true when the stream has ended. */
async function gather(
  input: AsyncIterator<Part>,
  group: Part[],
  maxBlocks: number,
  { signal }: StepContext,
): Promise<boolean> {
  const readies = hasReady(input) ? input : undefined;
  let blocks = 0;
  while (blocks < maxBlocks && group.length < 4 * maxBlocks) {
    let part = readies?.ready();
    if (part === undefined) {
      const next = await input.next();
      if (next.done === true) return true;
      part = next.value;
    }
    if (signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
    group.push(part);
    if (part.kind === 'block') blocks += 1;
  }
  return false;
}

function listBlocks(group: readonly Part[]): readonly Block[] {
  return group.flatMap((part) => (part.kind === 'block' ? [part.block] : []));
}
