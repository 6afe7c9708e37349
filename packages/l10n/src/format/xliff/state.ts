import type { TargetStatus } from '@helve/flow';

const statusOfState: Readonly<Record<string, TargetStatus>> = {
  new: 'new',
  'needs-adaptation': 'draft',
  'needs-l10n': 'draft',
  'needs-review-adaptation': 'draft',
  'needs-review-l10n': 'draft',
  'needs-review-translation': 'draft',
  'needs-translation': 'draft',
  translated: 'translated',
  'signed-off': 'signed-off',
  final: 'signed-off',
};

/** The state that says a status; a reviewed target is one whose unit is approved as well. */
const stateOfStatus: Readonly<Record<TargetStatus, string>> = Object.freeze({
  new: 'new',
  draft: 'needs-review-translation',
  translated: 'translated',
  reviewed: 'translated',
  'signed-off': 'final',
});

/** What a unit says of its translation. */
export interface StateFacts {
  readonly state: string | undefined;
  readonly approved: string | undefined;
}

/** How far a translation has come, by what the file says of it. */
export function xliffStatus({ state, approved }: StateFacts): TargetStatus {
  const status = (state === undefined ? undefined : statusOfState[state]) ?? 'translated';
  return status === 'translated' && approved === 'yes' ? 'reviewed' : status;
}

/** What the file must say so that a status is read back: what it says already, where that will do. */
export function stateFacts(status: TargetStatus, now: StateFacts): StateFacts {
  const approved =
    now.approved === undefined ? undefined : status === 'reviewed' || status === 'signed-off' ? 'yes' : 'no';
  if (xliffStatus({ state: now.state, approved }) === status) return { state: now.state, approved };
  const state = stateOfStatus[status];
  return { state, approved: status === 'reviewed' ? 'yes' : approved };
}

/** True for an empty target that nobody says is done: there is none yet. */
export function isUntouched({ state, approved }: StateFacts): boolean {
  const status = state === undefined ? undefined : statusOfState[state];
  return approved !== 'yes' && (status === undefined || status === 'new' || status === 'draft');
}
