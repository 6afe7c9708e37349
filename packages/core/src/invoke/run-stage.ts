import type { ToolHookStage } from '../contract/stage.js';
import { keepHooks } from './filter-hooks.js';
import type { Invocation } from './invocation.js';
import { traceGap } from './trace.js';
import { walk } from './walk.js';

/** Runs the hooks of one stage that want to take part; a promise only if one of them gave one. */
export function runStage(inv: Invocation, stage: ToolHookStage): Promise<void> | undefined {
  const hooks = inv.plan.stages[stage];
  if (hooks === undefined) return undefined;
  traceGap(inv);
  const kept = keepHooks(inv, stage, hooks);
  return kept instanceof Promise ? kept.then((active) => walk(inv, active, 0)) : walk(inv, kept, 0);
}
