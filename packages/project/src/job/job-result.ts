import type { JsonObject, ToolResponse } from '@helve/core';
import type { JobDetail, UnitView } from '@helve/flow/engine';
import type { JobResult } from '@helve/gateway';
import { fromJson, isResponse, storedCall, unknownMeta } from './call-unit.js';

/** The outcome of a job that has settled: of one call its envelope, of many those of all inputs in their order. */
export function jobResult(job: JobDetail, units: readonly UnitView[]): JobResult {
  const tool = storedCall(job)?.tool ?? '';
  if (job.kind !== 'calls') return { kind: 'call', response: toResponse(units[0], tool) };
  const responses = units.flatMap((unit): readonly ToolResponse[] => {
    if (Array.isArray(unit.output)) return unit.output.map((one) => fromJson(one, tool));
    const inputs = Array.isArray(unit.input) ? unit.input : [null];
    return inputs.map(() => toResponse(unit, tool));
  });
  return { kind: 'calls', responses };
}

/** The envelope of a unit; of one that was given up or called off, one that says so. */
function toResponse(unit: UnitView | undefined, tool: string): ToolResponse {
  if (unit?.state === 'done') return fromJson(unit.output, tool);
  const answer = unit?.error?.['answer'];
  if (isResponse(answer)) return answer;
  const isCancelled = unit?.state === 'cancelled';
  const error = {
    type: isCancelled ? ('CANCELLED' as const) : ('INTERNAL' as const),
    message: isCancelled ? 'The call was cancelled' : `Cannot finish the call: ${whyDead(unit?.error)}`,
    retryable: false,
    partialSideEffects: unit?.error?.['outcomeUnknown'] === true,
  };
  return { ok: false, error, intents: [], meta: unknownMeta(tool) };
}

function whyDead(error: JsonObject | undefined): string {
  if (error?.['outcomeUnknown'] === true) return 'its process ended, and nobody knows whether it has happened';
  if (error?.['reason'] === 'poisoned') return 'its process ended three times in a row';
  return typeof error?.['message'] === 'string' ? error['message'] : 'it was given up';
}
