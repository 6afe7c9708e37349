import { randomUUID } from 'node:crypto';
import { frozenCopy } from '@helve/core';
import { aDuration, aFunction, aPort, type OptionChecks } from '@helve/core/options';
import { checkFlowOptions } from '../check-flow-options.js';
import type { BlobStore } from '../contract/blob-store.js';
import type { Dispatcher } from '../contract/dispatcher.js';
import type { Claim, Engine, JobUnit, JournalRecord, WorkerFacts } from '../contract/engine.js';
import type {
  ClaimAnswer,
  ClaimRequest,
  Delivery,
  EndAnswer,
  JobChange,
  JournalTable,
  LogRow,
  StepRow,
} from '../contract/journal-table.js';
import { flowErrors } from '../flow-errors.js';
import { storeError } from '../session/store-error.js';
import { unknownStep } from './begun-step.js';
import { ChangeBell } from './change-bell.js';
import { createBatch } from './create-batch.js';
import { largeValues } from './large-values.js';
import { readEvents } from './read-events.js';
import { MAX_INPUT_BYTES, toJobEntry } from './job-entry.js';
import { toEndRow, unknownOutcome } from './to-end-row.js';
import { covers, unitQueue } from './unit-queue.js';

export interface EngineOptions {
  /** Keeps what is too large for the journal. Without it, everything stands in rows. */
  readonly blobs?: BlobStore;
  /** Milliseconds by a clock that never runs backwards; decides when the engine looks for what was lost. */
  readonly now?: () => number;
  readonly random?: () => number;
  /** Time between two looks for lost units. Default: 500 ms. */
  readonly sweepMs?: number;
  /** Units that were handed out and not claimed for so long are handed out again. Default: 30 s. */
  readonly resendMs?: number;
  /** Units of a worker that was silent for so long are lost, whatever else is known of it. Default: 45 s. */
  readonly silentMs?: number;
  /** Settled jobs keep their rows for so long. Default: 7 days. */
  readonly keepMs?: number;
}

const checks: OptionChecks<EngineOptions> = {
  blobs: aPort('put', 'open', 'has', 'drop'),
  now: aFunction,
  random: aFunction,
  sweepMs: aDuration,
  resendMs: aDuration,
  silentMs: aDuration,
  keepMs: aDuration,
};

type DoneRecord = Extract<JournalRecord, { kind: 'done' }>;

/** A unit that was lost so often in a row is dead: it is what ends its workers. */
const MAX_LOSSES = 3;
/** Backstop for changes that nobody told of. */
const LOOK_AGAIN_MS = 500;
/** Units of a queue that a dispatcher for all has at most: what waits, waits in the journal, where it can be changed. */
const WINDOW = 256;
const MAX_LINE_CHARS = 4_000;
const LOG_PAGE = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Joins a journal, which knows what is to be done and what was done, with a dispatcher, which knows who lives.
 *
 *     submit ─▶ journal ─release─▶ dispatcher ─▶ claim ─▶ step … ─▶ end
 *                  ▲                                │ lost
 *                  └────────────── sweep ◀──────────┘
 */
export function createEngine(journal: JournalTable, dispatcher: Dispatcher, options: EngineOptions = {}): Engine {
  const {
    now = () => performance.now(),
    random = Math.random,
    blobs,
    ...times
  } = checkFlowOptions('create the engine', options, checks);
  const { sweepMs = 500, resendMs = 30_000, silentMs = 45_000, keepMs = 7 * DAY_MS } = times;
  const { toRow, fromRow } = largeValues(blobs);
  const reachesAll = dispatcher.reach === 'all';
  const bell = new ChangeBell();
  const stopWatching = journal.watch(bell.ring);
  const closing = new AbortController();
  let sweptAt = -Infinity;

  const claims = createBatch<ClaimRequest, ClaimAnswer>((requests) => journal.claim(requests));
  const steps = createBatch<StepRow, boolean>((rows) => journal.step(rows));
  // A step with an effect is on the disk before anybody is told: it does not wait with the others, nor they with it.
  const effects = createBatch<StepRow, boolean>((rows) => journal.step(rows));
  const ends = createBatch<ReturnType<typeof toEndRow>, EndAnswer>((all) =>
    journal.end(
      all.map(({ row }) => row),
      all.flatMap(({ queues }) => queues),
    ),
  );

  const lines = createBatch<LogRow, undefined>(async (rows) => {
    await journal.log(rows);
    return rows.map(() => undefined);
  });

  const assertOpen = (action: string) => {
    if (closing.signal.aborted) throw storeError(action, 'closed');
  };

  async function sweep(): Promise<void> {
    if (now() - sweptAt < sweepMs) return;
    sweptAt = now();
    const { lost, resend, dropped } = await journal.sweep({ resendMs, resendsSame: reachesAll, silentMs, keepMs });
    await dispatcher.send(resend);
    if (dropped.length > 0) await blobs?.drop(dropped);
    if (lost > 0) bell.ring();
  }

  /** Takes the next delivery, and asks the journal for some if there is none. */
  async function nextDelivery(queues: readonly string[], worker: WorkerFacts, wait?: AbortSignal) {
    const waiting = await dispatcher.next(queues);
    if (waiting !== undefined) return waiting;
    const request = reachesAll ? { queues, room: WINDOW } : { queues, room: 1, worker };
    await dispatcher.send(await journal.release(request));
    return dispatcher.next(queues, wait);
  }

  /** Looks once for a unit; with a signal, for as long as others may send one without anything having changed here. */
  async function claimNow(worker: WorkerFacts, leaseMs: number, signal?: AbortSignal): Promise<Claim | undefined> {
    const changed = reachesAll && signal !== undefined ? bell.signal(LOOK_AGAIN_MS, signal) : undefined;
    await sweep();
    const queues = (await journal.queues()).filter((queue) => covers(worker, queue)).map(({ name }) => name);
    for (;;) {
      const delivery = await nextDelivery(queues, worker, changed);
      if (delivery === undefined) return undefined;
      const claim = await claims({ delivery, worker, token: randomUUID(), leaseMs, maxLosses: MAX_LOSSES });
      const unknown = claim === undefined ? undefined : unknownStep(claim.done);
      if (claim !== undefined && unknown === undefined) return claim;
      // Late, cancelled, or dead: nothing is to be done.
      if (claim !== undefined && unknown !== undefined) await end(unknownOutcome(claim, unknown));
      await dispatcher.end(delivery);
      bell.ring();
    }
  }

  /** A claim with the values that its rows only refer to. */
  async function withValues(claim: Claim): Promise<Claim> {
    const done = Object.entries(claim.done).map(async ([key, row]) => [key, await fromRow(row)] as const);
    const after = claim.after.map(async (ended) =>
      ended.output === undefined ? ended : { ...ended, output: await fromRow(ended.output) },
    );
    const unit = { ...claim.unit, input: await fromRow(claim.unit.input) };
    return { ...claim, unit, done: Object.fromEntries(await Promise.all(done)), after: await Promise.all(after) };
  }

  /** Units with inputs as their rows have them. */
  function withRows(units: readonly JobUnit[]): Promise<readonly JobUnit[]> {
    return Promise.all(units.map(async (unit) => ({ ...unit, input: await toRow(unit.input, MAX_INPUT_BYTES) })));
  }

  async function withRowsOf(record: DoneRecord): Promise<DoneRecord> {
    const { adds } = record;
    const output = await toRow(frozenCopy(record.output));
    return { ...record, output, ...(adds === undefined ? {} : { adds: await withRows(adds) }) };
  }

  async function end(ending: ReturnType<typeof toEndRow>): Promise<void> {
    const { row } = ending;
    const answer = await ends(ending);
    bell.ring();
    if (answer === 'lost') throw claimLost(row);
    if (answer === 'path-taken') {
      throw storeError('journal', 'path-taken', `another unit has made a file of unit "${row.unit}"`);
    }
  }

  async function change(one: JobChange): Promise<number> {
    assertOpen(one.kind);
    const changed = await journal.wake(one);
    if (changed === undefined) throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'job', name: one.job });
    bell.ring();
    return changed;
  }

  return {
    async submit(job) {
      assertOpen('submit a job');
      const { entry, queues } = toJobEntry({ ...job, units: await withRows(job.units) });
      const isNew = await journal.put(entry, queues);
      bell.ring();
      return isNew;
    },

    async begin(job, worker, leaseMs) {
      assertOpen('begin a job');
      const { entry, queues } = toJobEntry({ ...job, units: await withRows(job.units) });
      const claim = await journal.begin(entry, queues, { worker, token: randomUUID(), leaseMs });
      bell.ring();
      return claim === undefined ? undefined : frozenCopy(await withValues(claim));
    },

    async claim(worker, leaseMs, signal) {
      for (;;) {
        assertOpen('claim a unit');
        const seen = bell.count;
        const claim = await claimNow(worker, leaseMs, signal);
        if (claim !== undefined) return frozenCopy(await withValues(claim));
        if (signal === undefined || signal.aborted) return undefined;
        await bell.wait(seen, LOOK_AGAIN_MS, signal);
        if (closing.signal.aborted) return undefined;
      }
    },

    async heartbeat(held) {
      if (closing.signal.aborted) return held.map(() => 'lost');
      const gone = await dispatcher.extend(held.map(toDelivery));
      const states = await journal.beat(held);
      await sweep();
      return states.map((state, index) => {
        const claim = held[index];
        return claim !== undefined && gone.some((one) => isOf(one, claim)) ? 'lost' : state;
      });
    },

    async journal(claim, record) {
      assertOpen('journal');
      const { job, token } = claim;
      const unit = claim.unit.id;
      if (record.kind === 'step') {
        const { key, effect = false } = record;
        const output = await toRow(frozenCopy(record.output));
        const isHeld = await (effect ? effects : steps)({ job, unit, token, key, output, effect });
        if (!isHeld) throw claimLost({ unit });
        return;
      }
      const detail = record.kind === 'done' && record.adds !== undefined ? await journal.job(job) : undefined;
      const ending = record.kind === 'done' ? await withRowsOf(record) : record;
      await end(toEndRow(claim, ending, { random, build: detail?.build ?? '' }));
      await dispatcher.end(toDelivery(claim));
    },

    signal: async (job, name, value) => void (await change({ kind: 'signal', job, name, value })),
    cancel: async (job) => void (await change({ kind: 'cancel', job })),
    pause: async (job, { now: atOnce = false } = {}) => void (await change({ kind: 'pause', job, now: atOnce })),
    resume: async (job) => void (await change({ kind: 'resume', job })),

    async retry(job, filter = {}) {
      const { build } = filter;
      const needs = build === undefined ? [] : (await journal.units(job)).map((unit) => unit.needs);
      return change({ kind: 'retry', job, filter, queues: needs.map((some) => unitQueue(build ?? '', some)) });
    },

    get: (job) => journal.job(job),
    list: (filter = {}) => journal.jobs(filter),
    units: async (job) =>
      Promise.all(
        (await journal.units(job)).map(async (unit) => ({
          ...unit,
          input: await fromRow(unit.input),
          ...(unit.output === undefined ? {} : { output: await fromRow(unit.output) }),
        })),
      ),
    files: (job) => journal.files(job),
    async log(claim, worker, { level, message }) {
      if (closing.signal.aborted) return;
      const text = message.length > MAX_LINE_CHARS ? `${message.slice(0, MAX_LINE_CHARS)}…` : message;
      await lines({ job: claim.job, unit: claim.unit.id, worker: worker.id, level, message: text });
    },
    logs: (job, afterSeq = 0) => journal.logs(job, afterSeq, LOG_PAGE),
    events: (job, afterSeq = 0, signal) =>
      readEvents(journal, {
        job,
        afterSeq,
        bell,
        signals: [closing.signal, ...(signal === undefined ? [] : [signal])],
      }),

    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      bell.ring();
      stopWatching();
      await dispatcher.close();
      await journal.close();
    },
  };
}

function toDelivery({ job, unit, delivery }: Claim) {
  return { job, unit: unit.id, delivery, queue: '' };
}

/** True for the delivery that a claim came with; the same unit may have been handed out again since. */
function isOf({ job, unit, delivery }: Delivery, claim: Claim): boolean {
  return job === claim.job && unit === claim.unit.id && delivery === claim.delivery;
}

function claimLost({ unit }: { readonly unit: string }): Error {
  return storeError('journal', 'claim-lost', `the claim of unit "${unit}" is no longer held`);
}
