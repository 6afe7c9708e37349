import { errorTypes, serializeResponse, toJsonResponse, type ToolResponse } from '@helve/core';
import { toJsonOutbound, type Outbound } from './outbound.js';
import { retryAfter } from './problem.js';

/** Creates the response of a call: its envelope, with the HTTP status of its error type. */
export function toEnvelopeOutbound(answer: ToolResponse, report: (thrown: unknown) => void): Outbound {
  const response = toJsonResponse(answer);
  const json = toEnvelopeJson(response, report);
  if (json === undefined) return toJsonOutbound(serializeResponse(response), errorTypes.INTERNAL.httpStatus);
  if (response.ok) return toJsonOutbound(json);
  const { type, retryAfterMs } = response.error;
  return toJsonOutbound(json, errorTypes[type].httpStatus, retryAfter(retryAfterMs));
}

/** Writes an envelope as JSON; one that JSON cannot represent is reported and replaced by an error. */
export function serializeEnvelope(response: ToolResponse, report: (thrown: unknown) => void): string {
  return toEnvelopeJson(toJsonResponse(response), report) ?? serializeResponse(response);
}

function toEnvelopeJson(response: ToolResponse, report: (thrown: unknown) => void): string | undefined {
  try {
    return JSON.stringify(response);
  } catch (thrown) {
    report(thrown);
    return undefined;
  }
}
