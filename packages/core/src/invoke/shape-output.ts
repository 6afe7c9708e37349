import type { Steps } from '../async/drive.js';
import { throwIfCancelled } from './cancellation.js';
import { checkOutput } from './check-schemas.js';
import type { Call } from './context/call.js';
import { keepSafeOutput } from './context/history.js';
import { runRow, type Rest } from './stage.js';

/** willRedactOutput ▸ willValidateOutput ▸ [output check] ▸ willTransformOutput: gives an output its final form. */
export function shapeOutput(call: Call): Rest {
  // The common case: nobody takes part but the schema.
  if (call.plan.rows.output !== null) return runShaping(call);
  throwIfCancelled(call);
  keepSafeOutput(call);
  return checkOutput(call);
}

function* runShaping(call: Call): Steps<void> {
  const { stages } = call.plan;
  let rest = runRow(call, stages.willRedactOutput);
  if (rest !== undefined) yield* rest;
  throwIfCancelled(call);
  keepSafeOutput(call);
  rest = runRow(call, stages.willValidateOutput);
  if (rest !== undefined) yield* rest;
  throwIfCancelled(call);
  rest = checkOutput(call);
  if (rest !== undefined) yield* rest;
  rest = runRow(call, stages.willTransformOutput);
  if (rest !== undefined) yield* rest;
  throwIfCancelled(call);
}
