import { gatewayErrors } from '../gateway-errors.js';

/** Refusal of a body with more bytes than the gateway takes. */
export function bodyTooLarge(maxBytes: number): Error {
  return gatewayErrors.create('GATEWAY_BODY_TOO_LARGE', { maxBytes }, { details: { maxBytes } });
}

/** Refusal of a body that ended before it was complete. */
export function bodyUnreadable(cause?: unknown): Error {
  return gatewayErrors.create('GATEWAY_BODY_UNREADABLE', {}, { cause });
}
