import type { TargetStatus } from '@helve/flow';

/** State of a segment. */
export interface SegmentState {
  readonly state: string | undefined;
  readonly subState: string | undefined;
}

const statusOfState: Readonly<Record<string, TargetStatus>> = {
  initial: 'draft',
  translated: 'translated',
  reviewed: 'reviewed',
  final: 'signed-off',
};

/** Marks a target that exists and nobody has looked at, for which XLIFF has no word. */
const newSubState = 'helve:new';

/** Derives the status of a target; without a state it is translated. */
export function xliff2Status({ state, subState }: SegmentState): TargetStatus {
  if (state === 'initial' && subState === newSubState) return 'new';
  return (state === undefined ? undefined : statusOfState[state]) ?? 'translated';
}

/** Derives the state of a segment from a status. */
export function xliff2State(status: TargetStatus): SegmentState {
  switch (status) {
    case 'new':
      return { state: 'initial', subState: newSubState };
    case 'draft':
      return { state: 'initial', subState: undefined };
    case 'translated':
    case 'reviewed':
      return { state: status, subState: undefined };
    case 'signed-off':
      return { state: 'final', subState: undefined };
  }
}
