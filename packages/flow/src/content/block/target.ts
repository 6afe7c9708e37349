import { frozenCopy } from '@helve/core';
import { targetStatuses, type Origin, type Target, type TargetStatus } from '../../contract/block.js';
import type { Runs } from '../../contract/run.js';
import { normaliseRuns } from '../run/normalise-runs.js';

/** Fields of a target besides its content. */
export interface TargetFields {
  readonly status: TargetStatus;
  readonly origin?: Origin;
  readonly score?: number;
}

/** A target: normal content, status and origin, frozen. */
export function createTarget(runs: Runs, { status, origin, score }: TargetFields): Target {
  const target: Mutable<Target> = { runs: normaliseRuns(runs), status };
  // An origin is flat: one that is frozen can be shared.
  if (origin !== undefined) target.origin = Object.isFrozen(origin) ? origin : frozenCopy(origin);
  if (score !== undefined) target.score = score;
  return Object.freeze(target);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** True for a target that a person has approved: no step replaces or removes it without being told to. */
export function isApproved({ status }: Pick<Target, 'status'>): boolean {
  return status === 'reviewed' || status === 'signed-off';
}

/** A target after an edit. One that keeps meaning keeps status and origin; any other takes approval away. */
export function editedTarget(target: Target, runs: Runs, keepsMeaning: boolean): Target {
  const lowered = isAbove(target.status, 'translated') && !keepsMeaning;
  return createTarget(runs, lowered ? { ...target, status: 'translated' } : target);
}

function isAbove(status: TargetStatus, other: TargetStatus): boolean {
  return targetStatuses.indexOf(status) > targetStatuses.indexOf(other);
}
