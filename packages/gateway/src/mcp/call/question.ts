import type { InputRequests } from '@modelcontextprotocol/server';
import { isPlainObject } from '@helve/core';
import { gatewayErrors } from '../../gateway-errors.js';

/** Questions that somebody at the client has to answer before a call can go on. */
export interface Question {
  readonly requests: InputRequests;
  /** State that the retry gets back. */
  readonly state?: string;
}

const code = 'GATEWAY_INPUT_REQUIRED';

/**
 * For a tool, a prompt or a resource to throw: the client answers, and the call is made again with `answers` and `state`
 * of its `mcpPeer`.
 */
export function mcpQuestion(requests: InputRequests, state?: string): Error {
  const details = { inputRequests: requests, ...(state === undefined ? {} : { requestState: state }) };
  return gatewayErrors.create(code, { keys: Object.keys(requests).join(', ') }, { details });
}

interface Asker {
  readonly code?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** The question that a failed call, or a thrown error, asks; undefined if it asks none. */
export function questionIn({ code: own, details = {} }: Asker): Question | undefined {
  const { inputRequests: requests, requestState: state } = details;
  if ((own ?? details['code']) !== code || !isPlainObject(requests)) return undefined;
  return { requests: requests as InputRequests, ...(typeof state === 'string' ? { state } : {}) };
}
