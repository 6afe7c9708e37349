import type { Part } from '../../contract/part.js';
import { batchLimits } from '../channel/feed-batches.js';
import type { Batch, BatchSink, BatchSource } from '../channel/channel.js';
import type { PartGate } from '../step/part-gate.js';
import type { Stage } from './stage.js';
import { withGrace } from '../with-grace.js';
import type { StepScope } from '../step/step-scope.js';

export interface OrderedStageFacts {
  readonly gate: PartGate;
  /** Maximum number of blocks at once. */
  readonly parallelBlocks: number;
  /** Makes a context; each block that is under way has its own. */
  scope(): StepScope;
  /** Stops the handlers that are under way. */
  stop(): void;
}

/** One part that is under way, or done and waiting for those before it. */
interface Slot {
  readonly part: Part;
  /** None when it is done and has nothing to say. */
  readonly scope: StepScope | undefined;
  outcome: { readonly kept: boolean } | { readonly error: unknown } | undefined;
}

/** A step that handles several blocks at once and lets the results leave in order. */
export class OrderedStage implements Stage {
  readonly #facts: OrderedStageFacts;
  readonly #window: Slot[] = [];
  readonly #scopes: StepScope[] = [];
  #running = 0;
  #failed = false;
  #out: Batch = [];
  #wake: (() => void) | undefined;
  /** True while finished blocks wait for others of the same turn of the event loop. */
  #isTurnOpen = false;
  #isDue = false;

  constructor(facts: OrderedStageFacts) {
    this.#facts = facts;
  }

  async run(input: BatchSource, output: BatchSink): Promise<void> {
    try {
      for (;;) {
        const batch = await this.#take(input, output);
        if (batch === undefined) break;
        for (const part of batch) {
          while (!this.#hasRoom()) await this.#progress(output);
          this.#start(part);
        }
        if (this.#out.length >= batchLimits.parts) await this.#flush(output);
      }
      while (this.#window.length > 0) await this.#progress(output);
      await this.#flush(output);
    } finally {
      this.#facts.stop();
      if (this.#running > 0) await withGrace(this.#idle());
    }
  }

  /** While there is nothing to take, what is done leaves. */
  async #take(input: BatchSource, output: BatchSink): Promise<Batch | undefined> {
    const next = input.take();
    if (!(next instanceof Promise)) return next;
    const arrival = { here: false };
    const batch = next.finally(() => {
      arrival.here = true;
      this.#wake?.();
    });
    batch.catch(() => undefined);
    while (this.#window.length > 0 && !arrival.here) await this.#progress(output);
    await this.#flush(output);
    return batch;
  }

  /** True when another block may start: the slowest one holds up at most four times as many as run at once. */
  #hasRoom(): boolean {
    const { parallelBlocks } = this.#facts;
    return !this.#failed && this.#running < parallelBlocks && this.#window.length < 4 * parallelBlocks;
  }

  #start(part: Part): void {
    const scope = this.#scopes.pop() ?? this.#facts.scope();
    const verdict = this.#facts.gate.handle(part, scope);
    if (typeof verdict === 'boolean') return this.#end(part, scope, verdict);
    const slot: Slot = { part, scope, outcome: undefined };
    this.#window.push(slot);
    this.#running += 1;
    verdict.then(
      (passes) => this.#settle(slot, { kept: passes }),
      (error: unknown) => this.#settle(slot, { error }),
    );
  }

  /** Ends a part; a synchronous one gives its context back, since a handler is faster with a context that it knows. */
  #end(part: Part, scope: StepScope, passes: boolean): void {
    if (this.#window.length === 0) return this.#leave(part, scope, passes);
    const speaks = !scope.isSilent;
    if (!speaks) this.#scopes.push(scope);
    this.#window.push({ part, scope: speaks ? scope : undefined, outcome: { kept: passes } });
  }

  #settle(slot: Slot, outcome: NonNullable<Slot['outcome']>): void {
    slot.outcome = outcome;
    this.#running -= 1;
    this.#failed ||= 'error' in outcome;
    this.#wake?.();
  }

  /** Lets what is done at the front leave; where nothing is, waits for the next handler to end. */
  async #progress(output: BatchSink): Promise<void> {
    const released = this.#release();
    const outcome = this.#window[0]?.outcome;
    const error = outcome !== undefined && 'error' in outcome ? outcome : undefined;
    if (this.#isDue || this.#out.length >= batchLimits.parts || error !== undefined) await this.#flush(output);
    if (error !== undefined) throw error.error;
    if (!released && outcome === undefined && this.#running > 0) await this.#settled();
  }

  #release(): boolean {
    let released = false;
    for (let head = this.#window[0]; head?.outcome !== undefined; head = this.#window[0]) {
      if ('error' in head.outcome) break;
      this.#window.shift();
      this.#leave(head.part, head.scope, head.outcome.kept);
      released = true;
    }
    return released;
  }

  #leave(part: Part, scope: StepScope | undefined, passes: boolean): void {
    scope?.keep();
    if (scope !== undefined) this.#scopes.push(scope);
    if (passes) this.#out.push(part);
  }

  async #flush(output: BatchSink): Promise<void> {
    this.#isDue = false;
    if (this.#out.length === 0) return;
    const batch = this.#out;
    this.#out = [];
    await output.put(batch);
  }

  async #idle(): Promise<void> {
    while (this.#running > 0) await this.#settled();
  }

  /** Handlers that end in the same turn of the event loop leave as one batch; what is done waits no longer than that. */
  #settled(): Promise<void> {
    if (this.#out.length > 0 && !this.#isTurnOpen) {
      this.#isTurnOpen = true;
      setImmediate(() => this.#endTurn());
    }
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #endTurn(): void {
    this.#isTurnOpen = false;
    this.#isDue = true;
    this.#wake?.();
  }
}
