import type { CallRecord } from '../wire/wire.js';

const tones: { readonly [kind in CallRecord['outcome']['kind']]: 'good' | 'bad' | 'warn' } = {
  pending: 'warn',
  success: 'good',
  responded: 'good',
  aborted: 'warn',
  retryAfter: 'warn',
  failed: 'bad',
  cancelled: 'warn',
  unknown: 'bad',
};

/** Outcome of a call in a word. */
export function OutcomeLabel({ record }: { readonly record: CallRecord }) {
  const { kind } = record.outcome;
  const words = kind === 'retryAfter' ? 'try later' : kind;
  return <span className={`label ${tones[kind]}`}>{record.error === undefined ? words : record.error.type}</span>;
}
