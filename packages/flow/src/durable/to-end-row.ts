import { frozenCopy, type JsonObject } from '@helve/core';
import type { Claim, JournalRecord } from '../contract/engine.js';
import type { EndRow, UnitQueue } from '../contract/journal-table.js';
import { toUnitEntries } from './job-entry.js';
import { retryWait } from './unit-retry.js';

type EndRecord = Exclude<JournalRecord, { kind: 'step' }>;

interface EndFacts {
  readonly random: () => number;
  readonly build: string;
}

/** The end of a claim with the queues of the units that it adds. */
export interface UnitEnding {
  readonly row: EndRow;
  readonly queues: readonly UnitQueue[];
}

/** Decides what a record that ends a claim makes of its unit. */
export function toEndRow(claim: Claim, record: EndRecord, { random, build }: EndFacts): UnitEnding {
  const fenced = { job: claim.job, unit: claim.unit.id, token: claim.token, isFailure: false, isYield: false };
  switch (record.kind) {
    case 'wait': {
      const { signal, untilMs } = record;
      const until = untilMs === undefined ? {} : { afterMs: untilMs };
      return alone({ ...fenced, to: 'waiting', event: 'waiting', data: { signal }, signal, ...until });
    }
    case 'yield':
      return alone({ ...fenced, to: 'ready', event: 'yielded', data: { reason: record.reason }, isYield: true });
    case 'done': {
      const { output, files = [], adds = [] } = frozenCopy(record);
      const { units, queues } = toUnitEntries(adds, build);
      const data = { attempt: claim.attempt, files: files.length };
      return { row: { ...fenced, to: 'done', event: 'done', data, output, files, adds: units }, queues };
    }
    case 'failed':
      return alone({ ...fenced, isFailure: true, ...failureOf(claim, record, random) });
  }
}

/** A unit that was lost while a step of it was under way that may happen only once: a person has to say what happened. */
export function unknownOutcome({ job, unit, token }: Claim, step: string): UnitEnding {
  const error: JsonObject = { reason: 'outcomeUnknown', outcomeUnknown: true, step };
  const data: JsonObject = { reason: 'outcomeUnknown' };
  const fenced = { job, unit: unit.id, token, isFailure: false, isYield: false };
  return alone({ ...fenced, to: 'dead', event: 'dead', error, data });
}

function failureOf(
  { failures, retry: policy, attempt }: Claim,
  { error, retry, afterMs }: Extract<JournalRecord, { kind: 'failed' }>,
  random: () => number,
): Pick<EndRow, 'to' | 'event' | 'error' | 'data' | 'afterMs'> {
  const { code, type } = error;
  const data: JsonObject = {
    attempt,
    retry,
    ...(code === undefined ? {} : { code }),
    ...(type === undefined ? {} : { type }),
  };
  if (!retry) return { to: 'failed', event: 'failed', error, data };
  const waitMs = retryWait(policy, { failures: failures + 1, askedMs: afterMs, random });
  if (waitMs === undefined) return { to: 'dead', event: 'dead', error, data: { ...data, reason: 'exhausted' } };
  return { to: 'ready', event: 'failed', error, data, afterMs: waitMs };
}

function alone(row: EndRow): UnitEnding {
  return { row, queues: [] };
}
