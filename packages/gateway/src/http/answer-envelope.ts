import { errorTypes, serializeResponse, type ToolResponse } from '@helve/core';

/** JSON that nobody keeps. */
export function answerJson(text: string, status = 200, headers: { readonly [name: string]: string } = {}): Response {
  const fixed = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return new Response(text, { status, headers: { ...fixed, ...headers } });
}

/** What a call came to: the envelope, with the status of its error type. */
export function answerEnvelope(response: ToolResponse, report: (thrown: unknown) => void): Response {
  try {
    return answerJson(JSON.stringify(response), statusOf(response), retryAfterOf(response));
  } catch (thrown) {
    // The envelope holds what JSON cannot: the one that says so takes its place.
    report(thrown);
    return answerJson(serializeResponse(response), errorTypes.INTERNAL.httpStatus);
  }
}

function statusOf(response: ToolResponse): number {
  return response.ok ? 200 : errorTypes[response.error.type].httpStatus;
}

function retryAfterOf(response: ToolResponse): { readonly [name: string]: string } {
  if (response.ok || response.error.retryAfterMs === undefined) return {};
  return { 'retry-after': String(Math.ceil(response.error.retryAfterMs / 1000)) };
}
