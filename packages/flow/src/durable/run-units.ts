import { setMaxListeners } from 'node:events';
import { isToolError, type JsonObject } from '@helve/core';
import {
  aBoolean,
  aCount,
  aDuration,
  aFunction,
  anObject,
  aPort,
  required,
  type OptionChecks,
} from '@helve/core/options';
import { checkFlowOptions } from '../check-flow-options.js';
import type { Claim, Engine, JournalRecord, UnitLogLine, WorkerFacts } from '../contract/engine.js';
import type { FlowClock } from '../contract/tool.js';
import { runClock } from '../engine/run-clock.js';
import { HeldUnits, type LoopLag } from './held-units.js';
import { retryTransient } from './retry-transient.js';
import { HEARTBEAT_MS, LEASE_MS } from './step-key.js';
import { unitContext, type UnitContext, type UnitOutcome } from './unit-context.js';
import { unitRetry } from './unit-retry.js';

export interface RunUnitsOptions {
  readonly worker: WorkerFacts;
  /** Number of units at once. Default: 1. */
  readonly slots?: number;
  readonly clock?: FlowClock;
  /** Takes no more units once it aborts. */
  readonly signal?: AbortSignal;
  /** Time that units under way have after that before they are to yield. Default: none. */
  readonly graceMs?: number;
  /** Ends as soon as there is nothing to claim. */
  readonly untilIdle?: boolean;
  readonly leaseMs?: number;
  readonly heartbeatMs?: number;
  run(ctx: UnitContext): Promise<UnitOutcome>;
  /** Told when the process was too busy to renew leases for more than a third of their time. */
  onLag?(lag: LoopLag): void;
  /** True when a unit that threw is worth another attempt; by the type of the error unless given. */
  retries?(error: unknown, claim: Claim): boolean;
}

const checks: OptionChecks<RunUnitsOptions> = {
  worker: required(anObject),
  slots: aCount,
  clock: aPort('now', 'sleep'),
  signal: anObject,
  graceMs: aDuration,
  untilIdle: aBoolean,
  leaseMs: aDuration,
  heartbeatMs: aDuration,
  run: required(aFunction),
  retries: aFunction,
  onLag: aFunction,
};

/** Works on units until the signal aborts, or until there is none to claim; returns how many it ended. */
export async function runUnits(engine: Engine, options: RunUnitsOptions): Promise<number> {
  checkFlowOptions('run units', options, checks);
  const { clock = runClock, heartbeatMs = HEARTBEAT_MS, slots = 1, signal, graceMs = 0 } = options;
  const held = new HeldUnits(engine);
  const stop = new AbortController();
  const beating = held.beat(clock, { heartbeatMs, onLag: options.onLag?.bind(options) }, stop.signal);
  const leave = () =>
    void clock.sleep(graceMs, stop.signal).then(
      () => held.yieldAll(),
      () => undefined,
    );
  signal?.addEventListener('abort', leave, { once: true });
  try {
    const ended = await Promise.all(Array.from({ length: slots }, () => fillSlot(engine, held, options)));
    return ended.reduce((sum, count) => sum + count, 0);
  } finally {
    signal?.removeEventListener('abort', leave);
    stop.abort();
    await beating;
  }
}

/** Works on a unit that is held already, and renews its lease; it yields when the signal aborts. */
export async function runClaim(engine: Engine, claim: Claim, options: RunUnitsOptions): Promise<void> {
  checkFlowOptions('run a unit', options, checks);
  const { clock = runClock, heartbeatMs = HEARTBEAT_MS, signal } = options;
  const held = new HeldUnits(engine);
  const stop = new AbortController();
  const beating = held.beat(clock, { heartbeatMs, onLag: options.onLag?.bind(options) }, stop.signal);
  const leave = () => held.yieldAll();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    await runUnit(engine, claim, held, options);
  } finally {
    signal?.removeEventListener('abort', leave);
    stop.abort();
    await beating;
  }
}

/** Works on one unit after the other. */
async function fillSlot(engine: Engine, held: HeldUnits, options: RunUnitsOptions): Promise<number> {
  const { clock = runClock, worker, signal, leaseMs = LEASE_MS, untilIdle = false } = options;
  // Each slot listens to the signal.
  if (signal !== undefined) setMaxListeners(0, signal);
  const waiting = untilIdle ? undefined : (signal ?? new AbortController().signal);
  for (let ended = 0; ; ended += 1) {
    if (signal?.aborted === true) return ended;
    const claim = await retryTransient(() => engine.claim(worker, leaseMs, waiting), clock, signal);
    if (claim === undefined) return ended;
    await runUnit(engine, claim, held, options);
  }
}

async function runUnit(shared: Engine, claim: Claim, held: HeldUnits, options: RunUnitsOptions): Promise<void> {
  const unit = held.add(claim);
  const { lost, yielding } = unit;
  const engine = steadyEngine(shared, options.clock ?? runClock, lost.signal);
  const stopping = AbortSignal.any([lost.signal, yielding.signal]);
  if (options.signal?.aborted === true && (options.graceMs ?? 0) === 0) yielding.abort();
  try {
    const job = await engine.get(claim.job);
    if (job === undefined) return;
    const log = (line: UnitLogLine) => engine.log(claim, options.worker, line).catch(() => undefined);
    const ctx = unitContext(engine, claim, job, stopping, (line) => void log(line));
    const record = await options.run(ctx).then(toRecord, async (error: unknown) => {
      if (yielding.signal.aborted) return { kind: 'yield', reason: 'stopped' } as const;
      if (!lost.signal.aborted) await log({ level: 'error', message: messageOf(error) });
      return toFailure(error, claim, options);
    });
    if (!lost.signal.aborted) await engine.journal(claim, record).catch(unlessLost);
  } finally {
    held.remove(unit);
  }
}

function toRecord(outcome: UnitOutcome): JournalRecord {
  if ('error' in outcome) return { kind: 'failed', ...outcome };
  if (!('waitFor' in outcome)) return { kind: 'done', ...outcome };
  const { waitFor, ...rest } = outcome;
  return { kind: 'wait', signal: waitFor, ...rest };
}

function toFailure(error: unknown, claim: Claim, { retries }: RunUnitsOptions): JournalRecord {
  const { on } = { ...unitRetry, ...claim.retry };
  const retry = retries?.(error, claim) ?? (isToolError(error) && on.includes(error.type));
  const afterMs = isToolError(error) ? error.retryAfterMs : undefined;
  return { kind: 'failed', error: errorFacts(error), retry, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** The engine as a unit sees it: while the journal is away, what it records waits for as long as its lease lasts. */
function steadyEngine(engine: Engine, clock: FlowClock, lost: AbortSignal): Engine {
  return {
    ...engine,
    get: (job) => retryTransient(() => engine.get(job), clock, lost),
    journal: (claim, record) => retryTransient(() => engine.journal(claim, record), clock, lost),
  };
}

/** A claim that is lost belongs to another worker by now, who does the work. */
function unlessLost(error: unknown): void {
  if (isToolError(error) && error.details?.['reason'] === 'claim-lost') return;
  throw error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function errorFacts(error: unknown): JsonObject {
  if (!isToolError(error)) return { message: messageOf(error) };
  return { message: error.message, type: error.type, ...(error.code === undefined ? {} : { code: error.code }) };
}
