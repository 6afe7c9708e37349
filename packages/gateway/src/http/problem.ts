import { STATUS_CODES } from 'node:http';
import { isToolError, type ToolError } from '@helve/core';
import { lightResponseOf, toLightParts, type LightParts } from './light-response.js';
import { gatewayErrors, statusOf } from '../gateway-errors.js';

const gatewayCodes: ReadonlySet<string | undefined> = new Set(gatewayErrors.rows.map(({ code }) => code));

/** True for what the door refuses by its own table; anything else that is thrown is a failure of the door. */
export function isRefusal(thrown: unknown): thrown is ToolError {
  return isToolError(thrown) && gatewayCodes.has(thrown.code);
}

/** The error that stands for a failure nobody foresaw; what failed stays inside. */
export function unforeseen(cause: unknown, requestId: string): ToolError {
  return gatewayErrors.create('GATEWAY_FAILED', { request: requestId }, { cause });
}

/** Problem details (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string | undefined;
  readonly [fact: string]: unknown;
}

function toProblemBody(error: ToolError): Problem {
  const status = statusOf(error);
  const { suggestion, allow: _, challenge: _too, ...facts } = error.details ?? {};
  return {
    type: `urn:helve:error:${error.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    code: error.code,
    suggestion,
    retryAfterMs: error.retryAfterMs,
    ...facts,
  };
}

/** What was thrown, as a client may see it; what nobody foresaw is reported. */
export function problemOf(thrown: unknown, requestId: string, report: (thrown: unknown) => void): Problem {
  if (isRefusal(thrown)) return toProblemBody(thrown);
  report(thrown);
  return toProblemBody(unforeseen(thrown, requestId));
}

/** An error as the answer a client gets. */
export function toProblem(error: ToolError): Response {
  return lightResponseOf(toProblemParts(error));
}

/** What a port of the host refuses, as an answer to whoever asked; any other failure stays inside. */
export function answerRefusal(thrown: unknown): Response {
  if (isToolError(thrown)) return toProblem(thrown);
  throw thrown;
}

/** The parts of that answer. */
export function toProblemParts(error: ToolError): LightParts {
  const body = toProblemBody(error);
  const { allow, challenge } = error.details ?? {};
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(isText(allow) ? { allow } : {}),
    ...(isText(challenge) ? { 'www-authenticate': challenge } : {}),
    ...retryAfter(error.retryAfterMs),
  };
  return toLightParts(JSON.stringify(body), body.status, headers);
}

/** When to come back, in whole seconds. */
export function retryAfter(ms: number | undefined): { readonly 'retry-after'?: string } {
  return ms === undefined ? {} : { 'retry-after': String(Math.ceil(ms / 1000)) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
