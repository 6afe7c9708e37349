import type { TargetStatus } from '@helve/flow';

const statusOfState: Readonly<Record<string, TargetStatus>> = {
  new: 'new',
  needs_review: 'draft',
  translated: 'translated',
};

/** Statuses from the least to the most finished. */
const order: readonly TargetStatus[] = ['new', 'draft', 'translated'];

/** Status of a localization: that of its least finished text. */
export function catalogStatus(states: readonly (string | undefined)[]): TargetStatus {
  const all = states.map((state) => (state === undefined ? 'translated' : (statusOfState[state] ?? 'draft')));
  return order.find((status) => all.includes(status)) ?? 'translated';
}

/** State of a text with a status; the catalog knows nothing beyond translated. */
export function catalogState(status: TargetStatus): string {
  return status === 'new' ? 'new' : status === 'draft' ? 'needs_review' : 'translated';
}
