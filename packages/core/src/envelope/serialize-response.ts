import { coreErrors } from '../errors/core-errors.js';
import { toJsonResponse } from './to-json-response.js';
import { toFailure } from './to-tool-response.js';
import type { ToolResponse } from '../contract/tool-response.js';

/** The JSON text of an envelope, for doors that write bytes; data that JSON cannot hold becomes a failure, not a throw. */
export function serializeResponse(response: ToolResponse, indent?: number): string {
  try {
    return JSON.stringify(toJsonResponse(response), undefined, indent);
  } catch (cause) {
    const issues = [{ pointer: '', keyword: 'json', message: 'The output has no JSON form' }];
    const options = { cause, partialSideEffects: true, details: { issues } };
    const error = coreErrors.create('CALL_OUTPUT_INVALID', { tool: response.meta.toolId }, options);
    return JSON.stringify(toFailure(error, response.intents, response.meta), undefined, indent);
  }
}
