import { gatewayErrors } from '../gateway-errors.js';
import type { Asked } from './asked.js';
import { headerOf } from './header-of.js';

/** What the headers of a request say about the call it asks for. */
export interface CallHeaders {
  readonly idempotencyKey: string | undefined;
  /** What belongs together, as the client sees it. */
  readonly sessionId: string | undefined;
}

const maxLength = 256;

export function readCallHeaders(asked: Asked): CallHeaders {
  return {
    idempotencyKey: read(asked, 'idempotency-key') ?? read(asked, 'x-idempotency-key'),
    sessionId: read(asked, 'x-session-id'),
  };
}

/** An empty key would be one that many requests share. */
function read(asked: Asked, name: string): string | undefined {
  const value = headerOf(asked, name);
  if (value === null) return undefined;
  if (value !== '' && value.length <= maxLength) return value;
  const problem = value === '' ? 'it is empty' : `it is longer than ${maxLength} characters`;
  throw gatewayErrors.create('GATEWAY_HEADER_INVALID', { header: name, problem });
}
