import { expect, test } from 'vitest';
import type { Envelope } from '../wire/wire.js';
import { confirmationIn } from './confirmation.js';

function refused(type: string, details: object): Envelope {
  return {
    ok: false,
    error: { type, message: 'Cannot call it', details },
    intents: [],
    meta: {},
  } as unknown as Envelope;
}

test('confirmationIn reads what a person is asked', () => {
  const confirmationRequest = { preview: 'Send to Bob' };
  expect(confirmationIn(refused('CONFIRMATION_REQUIRED', { approvalId: 'apr_1', confirmationRequest }))).toEqual({
    approvalId: 'apr_1',
    preview: 'Send to Bob',
  });
  expect(confirmationIn(refused('CONFIRMATION_REQUIRED', { approvalId: 'apr_1' }))?.preview).toBe('Cannot call it');
});

test('confirmationIn finds nothing to ask in other answers', () => {
  expect(confirmationIn(refused('CONFIRMATION_REQUIRED', {}))).toBeUndefined();
  expect(confirmationIn(refused('VALIDATION', { approvalId: 'apr_1' }))).toBeUndefined();
  expect(confirmationIn({ ok: true, data: null, intents: [], meta: {} } as unknown as Envelope)).toBeUndefined();
});
