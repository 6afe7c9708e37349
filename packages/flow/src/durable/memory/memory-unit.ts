import type { Json, JsonObject } from '@helve/core';
import type { UnitFile, JobUnitState, UnitView } from '../../contract/engine.js';
import type { UnitEntry } from '../../contract/journal-table.js';

/** One unit of a job in memory. */
export interface MemoryUnit {
  readonly entry: UnitEntry;
  queue: string;
  state: JobUnitState;
  delivery: number;
  attempt: number;
  failures: number;
  /** Losses in a row. */
  losses: number;
  /** Units that are to be over first. */
  blockers: number;
  readonly steps: Map<string, Json>;
  token?: string;
  worker?: string;
  leaseMs: number;
  leaseUntil: number;
  sentAt: number;
  notBefore: number;
  signal?: string;
  error?: JsonObject;
  output?: Json;
  files: readonly UnitFile[];
}

export function createMemoryUnit(entry: UnitEntry, blockers: number): MemoryUnit {
  return {
    entry,
    queue: entry.queue,
    state: blockers === 0 ? 'ready' : 'blocked',
    delivery: 0,
    attempt: 0,
    failures: 0,
    losses: 0,
    blockers,
    steps: new Map(),
    leaseMs: 0,
    leaseUntil: 0,
    sentAt: 0,
    notBefore: 0,
    files: [],
  };
}

/** True for a unit that has ended, well or not. */
export function isOver({ state }: Pick<MemoryUnit, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'dead' || state === 'cancelled';
}

export function toUnitView(unit: MemoryUnit): UnitView {
  const { entry, state, attempt, worker, error, output, signal, notBefore } = unit;
  return {
    id: entry.id,
    input: entry.input,
    state,
    attempt,
    needs: entry.needs ?? [],
    after: entry.after ?? [],
    ...(worker === undefined ? {} : { worker }),
    ...(error === undefined ? {} : { error }),
    ...(output === undefined ? {} : { output }),
    ...(signal === undefined ? {} : { signal }),
    ...(notBefore === 0 ? {} : { notBefore }),
  };
}
