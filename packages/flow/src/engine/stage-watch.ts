import { createStructureCheck } from '../content/structure-check.js';
import type { DocumentRun } from './document-run.js';
import type { Batch } from './link.js';
import type { Quarantine } from './quarantine.js';
import type { Stage } from './stage.js';
import type { StepRecord } from './step-record.js';

/** Counts, checks and tells what enters a step and what leaves it. */
export interface StageWatch {
  /** `blocks` is how many the batch has, from one who knows. */
  enter(batch: Batch, blocks?: number): void;
  leave(batch: Batch, blocks?: number): void;
  /** After the last batch. */
  end(): void;
}

export function createStageWatch(record: StepRecord, run: DocumentRun, quarantine: Quarantine): StageWatch {
  const { trace, progress, verifyStructure } = run.env;
  const { node, tool } = record.step;
  const document = run.document.id;
  const known = { shown: run.concealed.shown, isPassedBy: (id: string) => quarantine.has(id) };
  const structure = verifyStructure ? createStructureCheck(`${node} ${tool}`) : undefined;
  let entered = performance.now();
  return {
    enter(batch, blocks = countBlocks(batch)) {
      entered = performance.now();
      record.in += blocks;
      trace?.batch('enter', document, node, batch, known);
    },
    leave(batch, blocks = countBlocks(batch)) {
      const now = performance.now();
      record.ms += now - entered;
      entered = now;
      record.out += blocks;
      if (structure !== undefined) for (const part of batch) structure.take(part);
      trace?.batch('exit', document, node, batch, known);
      progress.tell('step', { document, node, tool, data: { in: record.in, out: record.out } });
    },
    end: () => structure?.end(),
  };
}

/** A stage that is watched. */
export function watchedStage(stage: Stage, watch: StageWatch): Stage {
  const enter = (batch: Batch | undefined) => {
    if (batch !== undefined) watch.enter(batch);
    return batch;
  };
  return {
    holdsBack: stage.holdsBack ?? false,
    async run(input, output) {
      await stage.run(
        {
          take() {
            const taken = input.take();
            return taken instanceof Promise ? taken.then(enter) : enter(taken);
          },
          cancel: () => input.cancel(),
        },
        {
          put(batch) {
            if (batch.length === 0) return;
            watch.leave(batch);
            return output.put(batch);
          },
          close: () => output.close(),
          fail: (error) => output.fail(error),
        },
      );
      watch.end();
    },
  };
}

export function countBlocks(batch: Batch): number {
  let count = 0;
  for (const part of batch) if (part.kind === 'block') count += 1;
  return count;
}
