import { assertBlockLimits } from '../content/block-limit.js';
import { eachPart } from '../content/each-part.js';
import type { Part } from '../contract/part.js';
import type { Block } from '../contract/block.js';
import type { Batch, BatchSink } from './link.js';
import { partSize } from './part-size.js';

/** When a batch is full. */
export interface BatchLimits {
  readonly parts: number;
  readonly bytes: number;
}

export const batchLimits: BatchLimits = Object.freeze({ parts: 64, bytes: 256 * 1024 });

/** How long parts may come without a break before timers and signals get their turn. */
const TURN_MS = 8;

/** Reads a document and puts it into a link, batch by batch. */
export async function feedBatches(
  parts: AsyncIterable<Part>,
  output: BatchSink,
  batches: BatchLimits = batchLimits,
): Promise<void> {
  let batch: Batch = [];
  let bytes = 0;
  let turn = performance.now();
  const send = async (): Promise<void> => {
    await output.put(batch);
    batch = [];
    bytes = 0;
    if (performance.now() - turn < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    turn = performance.now();
  };
  await eachPart(parts, (part) => {
    const size = partSize(part);
    if (part.kind === 'block' && mayBeTooLarge(part.block, size)) assertBlockLimits(part.block);
    batch.push(part);
    bytes += size;
    return batch.length < batches.parts && bytes < batches.bytes ? undefined : send();
  });
  await output.put(batch);
}

/** Nearly every block is far below the limits: only one that might not be is measured. */
function mayBeTooLarge({ source, overlays }: Block, size: number): boolean {
  return size > 1024 * 1024 || source.length > 1_000 || overlays.some(({ spans }) => spans.length > 1_000);
}
