import type { Json } from '@helve/core';
import type { Block } from '../../contract/block.js';
import type { BatchSink, BatchSource } from '../channel/channel.js';
import type { Quarantine } from '../step/quarantine.js';
import { Spool, type SpoolBudget } from '../channel/spool.js';
import type { Stage } from './stage.js';
import { stepFailure, type FailureLocation } from '../step/step-failure.js';

export interface BarrierStageFacts {
  readonly location: FailureLocation;
  readonly quarantine: Quarantine;
  readonly room: SpoolBudget;
  /** The stage that runs after everything was collected. */
  readonly then: Stage;
  collect(block: Block): void;
  snapshot(): Json;
  /** Exchanges snapshots with all documents of the scope; they come in input order. */
  meet(snapshot: Json): Promise<readonly Json[]>;
  /** True asks for another round. */
  merge(all: readonly Json[]): boolean | void;
}

/** Lets every block of the scope be seen before the first is handled; parts wait in a spool. */
export class BarrierStage implements Stage {
  readonly holdsBack = true;
  readonly #facts: BarrierStageFacts;

  constructor(facts: BarrierStageFacts) {
    this.#facts = facts;
  }

  async run(input: BatchSource, output: BatchSink): Promise<void> {
    const spool = new Spool(this.#facts.room);
    try {
      await this.#collect(input, spool);
      while (await this.#meet());
      await this.#facts.then.run(spool, output);
    } finally {
      await spool.dispose();
    }
  }

  async #collect(input: BatchSource, spool: Spool): Promise<void> {
    for (;;) {
      const batch = await input.take();
      if (batch === undefined) break;
      for (const part of batch) {
        if (part.kind !== 'block' || this.#facts.quarantine.has(part.block.id)) continue;
        this.#guarded(() => this.#facts.collect(part.block), part.block.id);
      }
      await spool.put(batch);
    }
    spool.close();
  }

  /** One round of snapshots, of which nothing is kept here; true when the step asks for another. */
  async #meet(): Promise<boolean> {
    const all = await this.#facts.meet(this.#guarded(() => this.#facts.snapshot()));
    return this.#guarded(() => this.#facts.merge(all)) === true;
  }

  #guarded<T>(work: () => T, block?: string): T {
    try {
      return work();
    } catch (error) {
      throw stepFailure({ ...this.#facts.location, block }, error);
    }
  }
}
