import { assertBlockLimits } from '../../content/block/block-limit.js';
import { eachPart, type PartConsumer } from '../../content/part/each-part.js';
import type { Part } from '../../contract/part.js';
import type { Block } from '../../contract/block.js';
import type { Batch, BatchSink } from './channel.js';
import { partSize } from './part-size.js';

/** When a batch is full. */
export interface BatchLimits {
  readonly parts: number;
  readonly bytes: number;
}

export const batchLimits: BatchLimits = Object.freeze({ parts: 64, bytes: 256 * 1024 });

/** Longest time without a break; then timers and signals get their turn. */
const TURN_MS = 8;

/** Reads a document and puts it into a channel, batch by batch. */
export async function feedBatches(
  parts: AsyncIterable<Part>,
  output: BatchSink,
  batches: BatchLimits = batchLimits,
): Promise<void> {
  const feed = new BatchFeed(output, batches);
  await eachPart(parts, feed);
  await feed.end();
}

class BatchFeed implements PartConsumer {
  readonly #output: BatchSink;
  readonly #limits: BatchLimits;
  #batch: Batch = [];
  #bytes = 0;
  #turn = performance.now();

  constructor(output: BatchSink, limits: BatchLimits) {
    this.#output = output;
    this.#limits = limits;
  }

  take(part: Part): void | Promise<void> {
    const size = partSize(part);
    if (part.kind === 'block' && mayBeTooLarge(part.block, size)) assertBlockLimits(part.block);
    this.#batch.push(part);
    this.#bytes += size;
    if (this.#batch.length >= this.#limits.parts || this.#bytes >= this.#limits.bytes) return this.#send();
  }

  /** Puts what is left of the last batch. */
  async end(): Promise<void> {
    await this.#output.put(this.#batch);
  }

  async #send(): Promise<void> {
    await this.#output.put(this.#batch);
    this.#batch = [];
    this.#bytes = 0;
    if (performance.now() - this.#turn < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turn = performance.now();
  }
}

/** Nearly every block is far below the limits: only one that might not be is measured. */
function mayBeTooLarge({ source, overlays }: Block, size: number): boolean {
  return size > 1024 * 1024 || source.length > 1_000 || overlays.some(({ spans }) => spans.length > 1_000);
}
