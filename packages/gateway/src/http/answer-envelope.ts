import { errorTypes, serializeResponse, type ToolResponse } from '@helve/core';
import { lightResponse, lightResponseOf, toLightParts, type LightParts } from './light-response.js';
import { retryAfter } from './problem.js';

const jsonHeader = Object.freeze({ 'content-type': 'application/json', 'cache-control': 'no-store' });
const jsonHeaders = Object.entries(jsonHeader).flat();

/** JSON that nobody keeps. */
export function answerJson(text: string, status = 200, headers: { readonly [name: string]: string } = {}): Response {
  return lightResponse(text, status, { ...jsonHeader, ...headers });
}

/** What a call came to: the envelope, with the status of its error type. */
export function answerEnvelope(response: ToolResponse, report: (thrown: unknown) => void): Response {
  return lightResponseOf(toEnvelopeParts(response, report));
}

/** The parts of that answer. */
export function toEnvelopeParts(response: ToolResponse, report: (thrown: unknown) => void): LightParts {
  try {
    const text = JSON.stringify(response);
    // The common case: it went well, and there is nothing to add.
    if (response.ok) return { status: 200, headers: [...jsonHeaders], text };
    const headers = { ...jsonHeader, ...retryAfter(response.error.retryAfterMs) };
    return toLightParts(text, errorTypes[response.error.type].httpStatus, headers);
  } catch (thrown) {
    // The envelope holds what JSON cannot: the one that says so takes its place.
    report(thrown);
    return toLightParts(serializeResponse(response), errorTypes.INTERNAL.httpStatus, jsonHeader);
  }
}
