import type { TargetStatus } from '@helve/flow';

/** The state of a target that waits for its translation, whatever it holds until then. */
export const NEEDS_TRANSLATION = 'needs-translation';

/** States that ask for words; those that ask for a review stay when the words change. */
const statesOfWork: readonly (string | undefined)[] = [NEEDS_TRANSLATION, 'needs-adaptation', 'needs-l10n'];

const statusOfState: Readonly<Record<string, TargetStatus>> = {
  new: 'new',
  'needs-adaptation': 'draft',
  'needs-l10n': 'draft',
  'needs-review-adaptation': 'draft',
  'needs-review-l10n': 'draft',
  'needs-review-translation': 'draft',
  [NEEDS_TRANSLATION]: 'draft',
  translated: 'translated',
  'signed-off': 'signed-off',
  final: 'signed-off',
};

/** The state for each status; a reviewed target also has an approved unit. */
const stateOfStatus: Readonly<Record<TargetStatus, string>> = Object.freeze({
  new: 'new',
  draft: 'needs-review-translation',
  translated: 'translated',
  reviewed: 'translated',
  'signed-off': 'final',
});

/** State facts of a unit about its translation. */
export interface StateFacts {
  readonly state: string | undefined;
  readonly approved: string | undefined;
}

/** Derives the status of a translation from its state. */
export function xliffStatus({ state, approved }: StateFacts): TargetStatus {
  const status = (state === undefined ? undefined : statusOfState[state]) ?? 'translated';
  return status === 'translated' && approved === 'yes' ? 'reviewed' : status;
}

/** Derives the state for a status: the existing one if it reads back so. */
export function stateFacts(status: TargetStatus, now: StateFacts): StateFacts {
  const approved =
    now.approved === undefined ? undefined : status === 'reviewed' || status === 'signed-off' ? 'yes' : 'no';
  if (xliffStatus({ state: now.state, approved }) === status) return { state: now.state, approved };
  const state = stateOfStatus[status];
  return { state, approved: status === 'reviewed' ? 'yes' : approved };
}

/** Facts of a unit that has got its words: a state that asked for them is over. */
export function withoutWork(facts: StateFacts): StateFacts {
  return statesOfWork.includes(facts.state) ? { ...facts, state: 'new' } : facts;
}

/** True for an empty target without a finished state: there is no translation yet. */
export function isUntouched({ state, approved }: StateFacts): boolean {
  const status = state === undefined ? undefined : statusOfState[state];
  return approved !== 'yes' && (status === undefined || status === 'new' || status === 'draft');
}
