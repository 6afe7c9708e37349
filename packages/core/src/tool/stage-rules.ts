import { gateAnswerStages, stageTable, toolErrorStages, type ToolHookStage } from '../contract/stage.js';

const gates: ReadonlySet<string> = new Set(stageTable.filter((row) => row.class === 'gate').map(({ stage }) => stage));
const past: ReadonlySet<string> = new Set([...toolErrorStages, 'willFinalizeInvoke']);
const deaf: ReadonlySet<string> = new Set(
  stageTable.filter(({ respond }) => respond === 'ignored' || respond === 'recovers').map(({ stage }) => stage),
);
const early: ReadonlySet<unknown> = new Set(gateAnswerStages);

/** True when an error thrown in this stage fails the call. */
export function isGate(stage: ToolHookStage): boolean {
  return gates.has(stage);
}

/** True when the outcome is fixed by this stage, so that a cancel changes nothing any more. */
export function isPast(stage: ToolHookStage): boolean {
  return past.has(stage);
}

/** True when a respond in this stage leaves the output as it is. */
export function ignoresRespond(stage: string): boolean {
  return deaf.has(stage);
}

/** True when an answer given in this stage is one of a gate, such as a challenge, and no result of the tool. */
export function answersEarly(stage: unknown): boolean {
  return early.has(stage);
}
