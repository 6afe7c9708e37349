import type { ToolError } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';

/** Creates the refusal of a sender who did not prove who they are: 401, with a challenge. */
export function refusedUser(problem: string, cause?: unknown): ToolError {
  return gatewayErrors.create('GATEWAY_USER_REFUSED', { problem }, { cause, details: { challenge: 'Bearer' } });
}
