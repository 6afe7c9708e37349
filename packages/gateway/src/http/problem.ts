import { STATUS_CODES } from 'node:http';
import { isToolError, type ToolError } from '@helve/core';
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

/** An error of the door as the answer a client gets: problem details (RFC 9457). */
export function toProblem(error: ToolError): Response {
  const status = statusOf(error);
  const { suggestion, allow, ...facts } = error.details ?? {};
  const body = {
    type: `urn:helve:error:${error.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    code: error.code,
    suggestion,
    ...facts,
  };
  const headers = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' };
  return new Response(JSON.stringify(body), { status, headers: isText(allow) ? { ...headers, allow } : headers });
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
