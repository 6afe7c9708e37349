import type { BatchSink, BatchSource } from '../channel/channel.js';

/** A piece of a flow at work on one document: takes batches, puts batches, and ends with its input. */
export interface Stage {
  /** Set where parts may be kept back until much more was taken. */
  readonly holdsBack?: boolean;
  run(input: BatchSource, output: BatchSink): Promise<void>;
}
