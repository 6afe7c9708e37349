import { createStructureCheck, type StructureCheck } from '../../content/part/structure-check.js';
import type { DocumentRun } from '../document-run.js';
import type { Batch, BatchSink, BatchSource } from '../channel/channel.js';
import type { Quarantine } from '../step/quarantine.js';
import type { Stage } from './stage.js';
import type { StepRecord } from '../step/step-record.js';
import type { Trace } from '../report/trace.js';

/** Counts, checks and tells what enters a step and what leaves it. */
export interface StageWatch {
  /** `blocks` is how many the batch has, from one who knows. */
  enter(batch: Batch, blocks?: number): void;
  leave(batch: Batch, blocks?: number): void;
  /** After the last batch. */
  end(): void;
}

export function createStageWatch(record: StepRecord, run: DocumentRun, quarantine: Quarantine): StageWatch {
  return new StepWatch(record, run, quarantine);
}

class StepWatch implements StageWatch {
  readonly #record: StepRecord;
  readonly #run: DocumentRun;
  readonly #structure: StructureCheck | undefined;
  readonly #known: Parameters<Trace['batch']>[4];
  #entered = performance.now();

  constructor(record: StepRecord, run: DocumentRun, quarantine: Quarantine) {
    const { node, tool } = record.step;
    this.#record = record;
    this.#run = run;
    this.#structure = run.env.verifyStructure ? createStructureCheck(`${node} ${tool}`) : undefined;
    this.#known = { shown: run.pseudonyms.shown, isPassedBy: (id) => quarantine.has(id) };
  }

  enter(batch: Batch, blocks = countBlocks(batch)): void {
    this.#entered = performance.now();
    this.#record.in += blocks;
    this.#trace('enter', batch);
  }

  leave(batch: Batch, blocks = countBlocks(batch)): void {
    const record = this.#record;
    const now = performance.now();
    record.ms += now - this.#entered;
    this.#entered = now;
    record.out += blocks;
    if (this.#structure !== undefined) for (const part of batch) this.#structure.take(part);
    this.#trace('exit', batch);
    const { node, tool } = record.step;
    const data = { in: record.in, out: record.out };
    this.#run.env.progress.report('step', { document: this.#run.document.id, node, tool, data });
  }

  end(): void {
    this.#structure?.end();
  }

  #trace(moment: 'enter' | 'exit', batch: Batch): void {
    const { env, document } = this.#run;
    env.trace?.batch(moment, document.id, this.#record.step.node, batch, this.#known);
  }
}

/** A stage that is watched. */
export function watchedStage(stage: Stage, watch: StageWatch): Stage {
  return {
    holdsBack: stage.holdsBack ?? false,
    async run(input, output) {
      await stage.run(new WatchedSource(input, watch), new WatchedSink(output, watch));
      watch.end();
    },
  };
}

class WatchedSource implements BatchSource {
  readonly #input: BatchSource;
  readonly #watch: StageWatch;

  constructor(input: BatchSource, watch: StageWatch) {
    this.#input = input;
    this.#watch = watch;
  }

  take(): Batch | undefined | Promise<Batch | undefined> {
    const next = this.#input.take();
    return next instanceof Promise ? next.then((batch) => this.#enter(batch)) : this.#enter(next);
  }

  cancel(): void {
    this.#input.cancel();
  }

  #enter(batch: Batch | undefined): Batch | undefined {
    if (batch !== undefined) this.#watch.enter(batch);
    return batch;
  }
}

class WatchedSink implements BatchSink {
  readonly #output: BatchSink;
  readonly #watch: StageWatch;

  constructor(output: BatchSink, watch: StageWatch) {
    this.#output = output;
    this.#watch = watch;
  }

  put(batch: Batch): void | Promise<void> {
    if (batch.length === 0) return;
    this.#watch.leave(batch);
    return this.#output.put(batch);
  }

  close(): void {
    this.#output.close();
  }

  fail(error: unknown): void {
    this.#output.fail(error);
  }
}

export function countBlocks(batch: Batch): number {
  let count = 0;
  for (const part of batch) if (part.kind === 'block') count += 1;
  return count;
}
