import { toolPostStages } from '../contract/stage.js';
import { checkOutput } from './check-schemas.js';
import type { Invocation } from './invocation.js';
import { runStage } from './run-stage.js';
import { keepSafeOutput } from './safe-history.js';
import { assertWanted } from './while-wanted.js';

/** willWriteCache ▸ willRedactOutput ▸ willValidateOutput ▸ [output check] ▸ willTransformOutput. */
export async function shapeOutput(inv: Invocation, writesCache: boolean): Promise<void> {
  // The common case: only the schema has a say.
  if (!inv.plan.hasHooks) return checkOutput(inv);
  for (const stage of toolPostStages) {
    if (stage === 'willAudit') break;
    assertWanted(inv);
    const running = stage !== 'willWriteCache' || writesCache ? runStage(inv, stage) : undefined;
    if (running !== undefined) await running;
    if (stage === 'willRedactOutput') keepSafeOutput(inv);
    const proving = stage === 'willValidateOutput' ? checkOutput(inv) : undefined;
    if (proving !== undefined) await proving;
  }
  assertWanted(inv);
}

/** A failed gate lets nothing out. */
export function clearOutput(inv: Invocation, thrown: unknown): unknown {
  inv.output = undefined;
  inv.outputEntries = [];
  return thrown;
}
