import { gatewayErrors } from '../gateway-errors.js';
import { readHeader, type Inbound } from './inbound.js';

/** Facts about a call that stand in the headers of its request. */
export interface CallHeaders {
  readonly idempotencyKey: string | undefined;
  /** Name for calls that belong together, as the client sees it. */
  readonly sessionId: string | undefined;
}

const maxLength = 256;

export function readCallHeaders(request: Inbound): CallHeaders {
  return {
    idempotencyKey: read(request, 'idempotency-key') ?? read(request, 'x-idempotency-key'),
    sessionId: read(request, 'x-session-id'),
  };
}

/** Reads a header; an empty one is refused, since many requests would share it. */
function read(request: Inbound, name: string): string | undefined {
  const value = readHeader(request, name);
  if (value === undefined) return undefined;
  if (value !== '' && value.length <= maxLength) return value;
  const problem = value === '' ? 'it is empty' : `it is longer than ${maxLength} characters`;
  throw gatewayErrors.create('GATEWAY_HEADER_INVALID', { header: name, problem });
}
