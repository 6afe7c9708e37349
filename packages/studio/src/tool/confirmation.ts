import type { Envelope } from '../wire/wire.js';

/** A call that a person has to approve before it runs. */
export interface Confirmation {
  readonly approvalId: string | undefined;
  readonly token: string | undefined;
  readonly preview: string;
}

/** What an answer asks a person, if it asks anything. */
export function confirmationIn(envelope: Envelope): Confirmation | undefined {
  if (envelope.ok || envelope.error.type !== 'CONFIRMATION_REQUIRED') return undefined;
  const { approvalId, confirmationRequest } = envelope.error.details ?? {};
  const approval = textIn(approvalId);
  const request = typeof confirmationRequest === 'object' && confirmationRequest !== null ? confirmationRequest : {};
  const token = textIn(Reflect.get(request, 'token'));
  if (approval === undefined && token === undefined) return undefined;
  const preview = textIn(Reflect.get(request, 'preview')) ?? envelope.error.message;
  return { approvalId: approval, token, preview };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
