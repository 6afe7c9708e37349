import type { Part } from '../../contract/part.js';
import type { Batch, BatchSink, BatchSource } from '../channel/channel.js';
import type { PartGate } from '../step/part-gate.js';
import type { Stage } from './stage.js';
import { countBlocks, type StageWatch } from './stage-watch.js';
import type { StepScope } from '../step/step-scope.js';

/** A step that leaves blocks alone: other parts are handled in place, and none leaves the stream. */
export interface PassingStep {
  /** True when it has a handler for parts of a kind. */
  handles(kind: Part['kind']): boolean;
  readonly gate: PartGate;
  readonly scope: StepScope;
  readonly watch: StageWatch;
}

/** Where a batch came to its end, and why. */
interface Failure {
  readonly at: number;
  readonly error: unknown;
}

/** Steps that leave blocks alone, one behind the other: a batch goes through all of them at once, without links between. */
export class PassingStage implements Stage {
  readonly steps: readonly PassingStep[];

  constructor(steps: readonly PassingStep[]) {
    this.steps = steps;
  }

  async run(input: BatchSource, output: BatchSink): Promise<void> {
    for (;;) {
      const next = input.take();
      const batch = next instanceof Promise ? await next : next;
      if (batch === undefined) break;
      const failure = this.#isForNone(batch) ? this.#see(batch) : await this.#handle(batch);
      const room = output.put(batch);
      if (room !== undefined) await room;
      if (failure !== undefined) throw failure.error;
    }
    for (const { watch } of this.steps) watch.end();
  }

  #isForNone(batch: Batch): boolean {
    const others = new Set<Part['kind']>();
    for (const { kind } of batch) if (kind !== 'block') others.add(kind);
    return ![...others].some((kind) => this.steps.some((step) => step.handles(kind)));
  }

  #see(batch: Batch): undefined {
    const blocks = countBlocks(batch);
    for (const { watch } of this.steps) {
      watch.enter(batch, blocks);
      watch.leave(batch, blocks);
    }
  }

  /** The parts before a failure go on, so that the first failure in the stream is the one that counts. */
  async #handle(batch: Batch): Promise<Failure | undefined> {
    let failure: Failure | undefined;
    for (const step of this.steps) {
      step.watch.enter(batch);
      const handled = handleOthers(batch, step);
      const failed = handled instanceof Promise ? await handled : handled;
      if (failed !== undefined) batch.length = failed.at;
      failure = failed ?? failure;
      if (batch.length > 0) step.watch.leave(batch);
    }
    return failure;
  }
}

/** Joins adjacent stages that do not change blocks. */
export function joinPassing(stages: readonly Stage[]): Stage[] {
  const joined: Stage[] = [];
  for (const stage of stages) {
    const last = joined.at(-1);
    if (last instanceof PassingStage && stage instanceof PassingStage) {
      joined[joined.length - 1] = new PassingStage([...last.steps, ...stage.steps]);
    } else joined.push(stage);
  }
  return joined;
}

function handleOthers(batch: Batch, step: PassingStep, from = 0): undefined | Promise<Failure | undefined> {
  const { gate, scope } = step;
  for (let at = from; at < batch.length; at += 1) {
    const part = batch[at] as Part;
    if (part.kind === 'block' || !step.handles(part.kind)) continue;
    const verdict = gate.handle(part, scope);
    if (typeof verdict !== 'boolean') return handleLater(batch, step, at, verdict);
    scope.keep();
  }
  return undefined;
}

/** Handles the rest of a batch, from the first part whose handler is asynchronous. */
async function handleLater(
  batch: Batch,
  step: PassingStep,
  at: number,
  verdict: Promise<boolean>,
): Promise<Failure | undefined> {
  try {
    await verdict;
  } catch (error) {
    return { at, error };
  }
  step.scope.keep();
  return handleOthers(batch, step, at + 1);
}
