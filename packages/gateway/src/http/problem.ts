import { STATUS_CODES } from 'node:http';
import { isToolError, type ToolError } from '@helve/core';
import { gatewayErrors, toStatus } from '../gateway-errors.js';
import type { Outbound } from './outbound.js';

const gatewayCodes: ReadonlySet<string | undefined> = new Set(gatewayErrors.rows.map(({ code }) => code));

/** True for a refusal by the gateway's own table of errors; anything else that is thrown is a failure of the gateway. */
export function isRefusal(thrown: unknown): thrown is ToolError {
  return isToolError(thrown) && gatewayCodes.has(thrown.code);
}

/** Creates the error that stands for an unforeseen failure; what failed stays inside. */
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
  const status = toStatus(error);
  const { suggestion, allow: _, challenge: _too, ...facts } = error.details ?? {};
  return {
    type: `urn:helve:error:${error.code ?? error.type}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    code: error.code,
    suggestion,
    retryAfterMs: error.retryAfterMs,
    ...facts,
  };
}

/** Words what was thrown as a client may see it; unforeseen failures are reported. */
export function toClientProblem(thrown: unknown, requestId: string, report: (thrown: unknown) => void): Problem {
  if (isRefusal(thrown)) return toProblemBody(thrown);
  report(thrown);
  return toProblemBody(unforeseen(thrown, requestId));
}

/** Words what a port of the host refused, or what was unforeseen, which is reported. */
export function toPortProblemBody(thrown: unknown, requestId: string, report: (thrown: unknown) => void): Problem {
  return isToolError(thrown) ? toProblemBody(thrown) : toClientProblem(thrown, requestId, report);
}

/** Words what a port of the host refused as a problem; any other failure is thrown on. */
export function toPortProblem(thrown: unknown): Outbound {
  if (isToolError(thrown)) return toProblem(thrown);
  throw thrown;
}

/** Words an error as problem details. */
export function toProblem(error: ToolError): Outbound {
  const body = toProblemBody(error);
  const { allow, challenge } = error.details ?? {};
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(isText(allow) ? { allow } : {}),
    ...(isText(challenge) ? { 'www-authenticate': challenge } : {}),
    ...retryAfter(error.retryAfterMs),
  };
  return { status: body.status, headers, body: JSON.stringify(body) };
}

/** Header with the time until a retry, in whole seconds. */
export function retryAfter(ms: number | undefined): { readonly 'retry-after'?: string } {
  return ms === undefined ? {} : { 'retry-after': String(Math.ceil(ms / 1000)) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
