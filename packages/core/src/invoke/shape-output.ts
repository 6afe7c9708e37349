import type { Steps } from '../async/drive.js';
import { throwIfCancelled } from './cancel/race-cancel.js';
import { checkOutput } from './check-schemas.js';
import type { Call } from './context/call.js';
import { keepSafeOutput } from './context/history.js';
import { runRow } from './stage.js';

/** willRedactOutput ▸ willValidateOutput ▸ [output check] ▸ willTransformOutput: gives an output its final form. */
export function* shapeOutput(call: Call): Steps<void> {
  const { stages } = call.plan;
  const redacting = runRow(call, stages.willRedactOutput);
  if (redacting !== undefined) yield* redacting;
  throwIfCancelled(call);
  keepSafeOutput(call);
  const validating = runRow(call, stages.willValidateOutput);
  if (validating !== undefined) yield* validating;
  throwIfCancelled(call);
  const checking = checkOutput(call);
  if (checking !== undefined) yield checking;
  const transforming = runRow(call, stages.willTransformOutput);
  if (transforming !== undefined) yield* transforming;
  throwIfCancelled(call);
}
