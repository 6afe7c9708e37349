import type { Part } from '../../contract/part.js';
import type { Batch, BatchSink, BatchSource } from '../channel/channel.js';
import type { PartGate } from '../step/part-gate.js';
import type { Stage } from './stage.js';
import type { StepScope } from '../step/step-scope.js';

/** A step that handles one part after the other: a plain loop over each batch, which waits only where a handler does. */
export class BlockStage implements Stage {
  readonly #gate: PartGate;
  readonly #scope: StepScope;

  constructor(gate: PartGate, scope: StepScope) {
    this.#gate = gate;
    this.#scope = scope;
  }

  async run(input: BatchSource, output: BatchSink): Promise<void> {
    for (;;) {
      const next = input.take();
      const batch = next instanceof Promise ? await next : next;
      if (batch === undefined) return;
      const handled = this.#handle(batch, output);
      const room = output.put(handled instanceof Promise ? await handled : handled);
      if (room !== undefined) await room;
    }
  }

  /** Those that stay are moved together at the front. */
  #handle(batch: Batch, output: BatchSink): Batch | Promise<Batch> {
    let passed = 0;
    for (let index = 0; index < batch.length; index += 1) {
      const part = batch[index] as Part;
      const verdict = this.#gate.handle(part, this.#scope);
      if (typeof verdict !== 'boolean') return this.#finish(batch, index, passed, output, verdict);
      this.#scope.keep();
      if (verdict) batch[passed++] = part;
    }
    batch.length = passed;
    return batch;
  }

  /** Handles the rest of a batch, from the first part whose handler is asynchronous. */
  async #finish(batch: Batch, at: number, stay: number, output: BatchSink, first: Promise<boolean>): Promise<Batch> {
    let passed = stay;
    let verdict: boolean | Promise<boolean> = first;
    for (let index = at; ;) {
      try {
        if (typeof verdict !== 'boolean') verdict = await verdict;
      } catch (error) {
        // The parts before it go on, so that the first failure in the stream is the one that counts.
        await output.put(batch.slice(0, passed));
        throw error;
      }
      this.#scope.keep();
      if (verdict) batch[passed++] = batch[index] as Part;
      index += 1;
      if (index === batch.length) break;
      verdict = this.#gate.handle(batch[index] as Part, this.#scope);
    }
    batch.length = passed;
    return batch;
  }
}
