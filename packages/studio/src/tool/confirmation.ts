import type { Envelope } from '../wire/wire.js';

/** A call that a person has to approve before it runs. */
export interface Confirmation {
  readonly approvalId: string;
  readonly preview: string;
}

/** Reads the approval that a response waits for; undefined when it waits for none. */
export function confirmationIn(envelope: Envelope): Confirmation | undefined {
  if (envelope.ok || envelope.error.type !== 'CONFIRMATION_REQUIRED') return undefined;
  const { approvalId, confirmationRequest } = envelope.error.details ?? {};
  if (typeof approvalId !== 'string') return undefined;
  const isRequest = typeof confirmationRequest === 'object' && confirmationRequest !== null;
  const preview: unknown = isRequest ? Reflect.get(confirmationRequest, 'preview') : undefined;
  return { approvalId, preview: typeof preview === 'string' ? preview : envelope.error.message };
}
