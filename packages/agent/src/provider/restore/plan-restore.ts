import type { RestorePlan, RestoreStep } from '@helve/core';
import type { Mark } from './restore-mark.js';
import { coincidingNodes, toRestoreGraph } from './restore-graph.js';

/** A plan, and the paths where the meaning of a null is ambiguous. */
export interface Planned {
  readonly plan: RestorePlan;
  readonly unclear: readonly string[];
}

/** Plans how to undo a projection, from the marks made during it. */
export function planRestore(marks: readonly Mark[]): Planned {
  if (!marks.some(isDeed)) return { plan: Object.freeze([]), unclear: [] };
  const together = coincidingNodes(toRestoreGraph(marks)).map((nodes) => [...nodes].flatMap((node) => node.marks));
  const unclear = together.flatMap((here) =>
    here.some(({ step }) => step === 'null-meant') ? here.filter(({ step }) => step === 'null-removed') : [],
  );
  const misread = new Set(together.flatMap(readsTextAsNumber));
  const steps = marks.filter(isStep).filter((step) => !misread.has(step));
  return { plan: withoutDoubles(withoutIdle(steps)), unclear: [...new Set(unclear.map(({ pointer }) => pointer))] };
}

function isStep(mark: Mark): mark is RestoreStep {
  return mark.step !== 'null-meant' && mark.step !== 'text-meant';
}

function isDeed(mark: Mark): boolean {
  return isStep(mark) && mark.step !== 'defined';
}

/** Returns the steps that would make a number of a text which may be meant as text. */
function readsTextAsNumber(here: readonly Mark[]): Mark[] {
  const texts = here.flatMap((mark) => (mark.step === 'text-meant' ? [mark.texts] : []));
  return here.filter(
    (mark) =>
      mark.step === 'enum-number' &&
      texts.some((list) => list === 'any' || mark.values.some((value) => list.includes(JSON.stringify(value)))),
  );
}

/** Removes steps that lead to a definition in which there is nothing to do. */
function withoutIdle(steps: readonly RestoreStep[]): readonly RestoreStep[] {
  const busy = new Set(steps.filter(isDeed).map(rootPointer));
  for (let size = -1; size !== busy.size;) {
    size = busy.size;
    for (const step of steps) if (step.step === 'defined' && busy.has(step.definition)) busy.add(rootPointer(step));
  }
  return steps.filter((step) => step.step !== 'defined' || busy.has(step.definition));
}

function rootPointer({ pointer }: Mark): string {
  return pointer.split('/', 1)[0] ?? '';
}

function withoutDoubles(steps: readonly RestoreStep[]): RestorePlan {
  return Object.freeze([...new Map(steps.map((step) => [JSON.stringify(step), Object.freeze(step)])).values()]);
}
