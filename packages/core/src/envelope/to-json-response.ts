import { coreErrors } from '../errors/core-errors.js';
import type { ToolResponse } from '../contract/tool-response.js';
import { findLostValue } from './find-lost-value.js';
import { toFailure } from './to-tool-response.js';

/** Fails an answer whose data JSON would drop or change, for doors that write it; any other comes back as it is. */
export function toJsonResponse(response: ToolResponse): ToolResponse {
  const lost = response.ok ? findLostValue(response.data) : undefined;
  if (lost === undefined) return response;
  const { pointer, problem } = lost;
  const { intents, meta } = response;
  const facts = { tool: meta.toolId, place: pointer === '' ? 'its output' : `${pointer} of its output`, problem };
  const issues = [{ pointer, keyword: 'json', message: problem }];
  const error = coreErrors.create('CALL_OUTPUT_NOT_JSON', facts, { partialSideEffects: true, details: { issues } });
  return toFailure(error, intents, meta);
}
