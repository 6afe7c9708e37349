import type { TargetStatus } from '@helve/flow';

/** What a segment says of its target. */
interface SegmentState {
  readonly state: string | undefined;
  readonly subState: string | undefined;
}

const statusOfState: Readonly<Record<string, TargetStatus>> = {
  initial: 'draft',
  translated: 'translated',
  reviewed: 'reviewed',
  final: 'signed-off',
};

/** Says that a target is there and nobody has looked at it, which XLIFF has no word for. */
const newSubState = 'helve:new';

/** How far a target has come; one that nothing is said of is translated. */
export function xliff2Status({ state, subState }: SegmentState): TargetStatus {
  if (state === 'initial' && subState === newSubState) return 'new';
  return (state === undefined ? undefined : statusOfState[state]) ?? 'translated';
}

/** What a segment must say so that a status is read back. */
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
