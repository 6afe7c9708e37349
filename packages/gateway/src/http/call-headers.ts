import { gatewayErrors } from '../gateway-errors.js';
import { headerOf } from './header-of.js';

/** What the headers of a request say about the call it asks for. */
export interface CallHeaders {
  readonly idempotencyKey?: string;
  readonly confirmationToken?: string;
  /** What belongs together, as the client sees it. */
  readonly sessionId?: string;
}

const maxLength = 256;

export function readCallHeaders(request: Request): CallHeaders {
  const idempotencyKey = read(request, 'idempotency-key') ?? read(request, 'x-idempotency-key');
  const confirmationToken = read(request, 'x-confirmation-token');
  const sessionId = read(request, 'x-session-id');
  return {
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(confirmationToken === undefined ? {} : { confirmationToken }),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

/** An empty key would be one that many requests share. */
function read(request: Request, name: string): string | undefined {
  const value = headerOf(request, name);
  if (value === null) return undefined;
  if (value !== '' && value.length <= maxLength) return value;
  const problem = value === '' ? 'it is empty' : `it is longer than ${maxLength} characters`;
  throw gatewayErrors.create('GATEWAY_HEADER_INVALID', { header: name, problem });
}
