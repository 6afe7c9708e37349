import { gatewayErrors } from '../gateway-errors.js';

/** What the headers of a request say about the call it asks for. */
export interface CallHeaders {
  readonly idempotencyKey?: string;
  readonly confirmationToken?: string;
}

const maxLength = 256;

export function readCallHeaders({ headers }: Request): CallHeaders {
  const idempotencyKey = read(headers, 'idempotency-key') ?? read(headers, 'x-idempotency-key');
  const confirmationToken = read(headers, 'x-confirmation-token');
  return {
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(confirmationToken === undefined ? {} : { confirmationToken }),
  };
}

/** An empty key would be one that many requests share. */
function read(headers: Headers, name: string): string | undefined {
  const value = headers.get(name);
  if (value === null) return undefined;
  if (value !== '' && value.length <= maxLength) return value;
  const problem = value === '' ? 'it is empty' : `it is longer than ${maxLength} characters`;
  throw gatewayErrors.create('GATEWAY_HEADER_INVALID', { header: name, problem });
}
