import { flowErrors, type FlowError } from '../flow-errors.js';

/** Why a store refuses: the kinds that callers tell apart. */
export const storeRefusals = Object.freeze({
  'not-found': 'there is no such revision',
  closed: 'it is closed',
  'read-only': 'it can only be read',
  capability: 'it cannot do that',
  'claim-lost': 'the claim is no longer held',
  'path-taken': 'another unit has made one of its files',
} as const);
export type StoreRefusal = keyof typeof storeRefusals;

/** A store's refusal, with its kind in `details.reason`. */
export function storeError(action: string, reason: StoreRefusal, problem: string = storeRefusals[reason]): FlowError {
  return flowErrors.create('FLOW_STORE', { action, problem }, { retryable: false, details: { reason } });
}
