import type { HooksByStage } from '../../contract/hook.js';
import type { ToolRecord } from '../../contract/tool.js';
import type { InvokeOptions } from '../invoke-options.js';

type List = readonly unknown[];

/** What the lists of hooks held when a plan was made of them. */
export interface SeenHooks {
  readonly ofCaller: SeenList;
  readonly ofTool: SeenList;
  readonly byStageOfCaller: SeenStages;
  readonly byStageOfTool: SeenStages;
}

/** A list, and a copy of what it held unless it cannot change. */
interface SeenList {
  readonly list: List | undefined;
  readonly held: List | undefined;
}

interface SeenStages {
  readonly stages: readonly string[];
  readonly lists: readonly SeenList[];
}

export function seeHooks(tool: ToolRecord, options: Partial<InvokeOptions>): SeenHooks {
  return {
    ofCaller: seeList(options.hooks),
    ofTool: seeList(tool.hooks),
    byStageOfCaller: seeStages(options.globalHooksByStage),
    byStageOfTool: seeStages(tool.hooksByStage),
  };
}

/** Whether all of them hold now what they held then. */
export function holdsStill(seen: SeenHooks, tool: ToolRecord, options: Partial<InvokeOptions>): boolean {
  return (
    isSameList(seen.ofCaller, options.hooks) &&
    isSameList(seen.ofTool, tool.hooks) &&
    isSameStages(seen.byStageOfCaller, options.globalHooksByStage) &&
    isSameStages(seen.byStageOfTool, tool.hooksByStage)
  );
}

const noList: SeenList = Object.freeze({ list: undefined, held: undefined });
const noLists: SeenStages = Object.freeze({ stages: [], lists: [] });

function seeList(list: List | undefined): SeenList {
  if (list === undefined) return noList;
  return { list, held: Object.isFrozen(list) ? undefined : [...list] };
}

function seeStages(byStage: HooksByStage = {}): SeenStages {
  const entries = Object.entries(byStage);
  if (entries.length === 0) return noLists;
  return { stages: entries.map(([stage]) => stage), lists: entries.map(([, list]) => seeList(list)) };
}

function isSameList({ list, held }: SeenList, now: List | undefined): boolean {
  // The common case: a list that was made once, and frozen.
  if (held === undefined) return list === now;
  if (now === undefined || now.length !== held.length) return false;
  for (let index = 0; index < held.length; index += 1) if (held[index] !== now[index]) return false;
  return true;
}

function isSameStages({ stages, lists }: SeenStages, now: HooksByStage | undefined): boolean {
  let index = 0;
  for (const stage in now) {
    if (!Object.hasOwn(now, stage)) continue;
    const list = lists[index];
    if (list === undefined || stages[index] !== stage) return false;
    if (!isSameList(list, now[stage as keyof HooksByStage])) return false;
    index += 1;
  }
  return index === stages.length;
}
