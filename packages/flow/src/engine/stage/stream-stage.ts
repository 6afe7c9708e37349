import { eachPart, type PartConsumer } from '../../content/part/each-part.js';
import { partContent } from '../../content/part/part-content.js';
import type { Part } from '../../contract/part.js';
import type { ResolvedContract } from '../../contract/plan.js';
import { batchLimits } from '../channel/feed-batches.js';
import type { Batch, BatchSink, BatchSource } from '../channel/channel.js';
import { StepInput } from './step-input.js';
import type { Quarantine } from '../step/quarantine.js';
import type { Stage } from './stage.js';
import { stepFailure, type FailureLocation } from '../step/step-failure.js';
import type { StepScope } from '../step/step-scope.js';
import { StreamGuard } from './stream-guard.js';

export interface StreamStageFacts {
  readonly scope: StepScope;
  readonly contract: ResolvedContract;
  readonly quarantine: Quarantine;
  readonly location: FailureLocation;
  process(scope: StepScope, input: AsyncIterable<Part>): AsyncIterable<Part>;
}

/** A quarantined block goes round the tool and joins the stream again at its place. */
interface Bypassed {
  readonly part: Part;
  /** The number of the part before which it stood. */
  readonly before: number;
}

/** A step whose tool reads the stream itself. */
export class StreamStage implements Stage {
  readonly holdsBack = true;
  readonly #facts: StreamStageFacts;
  readonly #guard: StreamGuard;
  readonly #numbers = new WeakMap<object, number>();
  readonly #bypassed: Bypassed[] = [];
  #received = 0;
  #exhausted = false;
  #upstream: { readonly error: unknown } | undefined;
  #batch: Batch = [];

  constructor(facts: StreamStageFacts) {
    this.#facts = facts;
    this.#guard = new StreamGuard(facts.location.tool, facts.contract);
  }

  async run(input: BatchSource, output: BatchSink): Promise<void> {
    try {
      const taker: PartConsumer = { take: (part) => this.#take(part, output) };
      await eachPart(this.#facts.process(this.#facts.scope, this.#offer(input)), taker);
      if (this.#upstream === undefined) this.#guard.end(this.#exhausted);
      this.#rejoin(Infinity);
      this.#facts.scope.keep();
    } catch (error) {
      await this.#flush(output);
      if (this.#upstream === undefined) throw stepFailure(this.#facts.location, error);
    }
    await this.#flush(output);
    if (this.#upstream !== undefined) throw this.#upstream.error;
  }

  #take(part: Part, output: BatchSink): void | Promise<void> {
    this.#guard.get(part);
    if (this.#bypassed.length > 0) this.#rejoin(this.#numbers.get(partContent(part)) ?? -1);
    this.#batch.push(part);
    this.#facts.scope.keep();
    if (this.#batch.length >= batchLimits.parts) return this.#flush(output);
  }

  #offer(input: BatchSource): AsyncIterable<Part> {
    return new StepInput(input, {
      admit: (part) => this.#admit(part),
      ended: () => (this.#exhausted = true),
      failed: (error) => (this.#upstream = { error }),
    });
  }

  /** Only parts behind a block that goes round must know their place. */
  #admit(part: Part): boolean {
    if (part.kind === 'block' && this.#facts.quarantine.has(part.block.id)) {
      this.#bypassed.push({ part, before: this.#received });
      return false;
    }
    this.#guard.give(part);
    if (this.#bypassed.length > 0) this.#numbers.set(partContent(part), this.#received);
    this.#received += 1;
    return true;
  }

  /** Puts the blocks back that stood before the part of this number. */
  #rejoin(number: number): void {
    while (this.#bypassed[0] !== undefined && this.#bypassed[0].before <= number) {
      this.#batch.push(this.#bypassed[0].part);
      this.#bypassed.shift();
    }
  }

  async #flush(output: BatchSink): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    await output.put(batch);
  }
}
