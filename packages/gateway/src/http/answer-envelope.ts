import { errorTypes, serializeResponse, type ToolResponse } from '@helve/core';
import { lightResponse } from './light-response.js';
import { retryAfter } from './problem.js';

/** JSON that nobody keeps. */
export function answerJson(text: string, status = 200, headers: { readonly [name: string]: string } = {}): Response {
  const fixed = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return lightResponse(text, status, { ...fixed, ...headers });
}

/** What a call came to: the envelope, with the status of its error type. */
export function answerEnvelope(response: ToolResponse, report: (thrown: unknown) => void): Response {
  try {
    return answerJson(JSON.stringify(response), statusOf(response), retryAfter(retryAfterMsOf(response)));
  } catch (thrown) {
    // The envelope holds what JSON cannot: the one that says so takes its place.
    report(thrown);
    return answerJson(serializeResponse(response), errorTypes.INTERNAL.httpStatus);
  }
}

function statusOf(response: ToolResponse): number {
  return response.ok ? 200 : errorTypes[response.error.type].httpStatus;
}

function retryAfterMsOf(response: ToolResponse): number | undefined {
  return response.ok ? undefined : response.error.retryAfterMs;
}
