import { frozenCopy } from '@helve/core';
import { aFunction } from '@helve/core/options';
import { checkFlowOptions } from '../check-flow-options.js';
import type { Engine, EngineEvent } from '../contract/engine.js';
import { flowErrors } from '../flow-errors.js';
import { storeError } from '../session/store-error.js';
import { JobState } from './job-state.js';

export interface MemoryEngineOptions {
  /** Milliseconds by a clock that never runs backwards. */
  readonly now?: () => number;
}

/** An engine that lives as long as the process: for tests, and for runs that need no disk. */
export function createMemoryEngine(options: MemoryEngineOptions = {}): Engine {
  const { now = () => performance.now() } = checkFlowOptions('create the engine', options, { now: aFunction });
  const jobs = new Map<string, JobState>();
  let tokens = 0;
  let closed = false;
  const closing = new Set<() => void>();

  const findJob = (id: string): JobState => {
    const job = jobs.get(id);
    if (job === undefined) throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'job', name: id });
    job.expire(now());
    return job;
  };

  return {
    async submit(job) {
      if (closed) throw storeError('submit a job', 'closed');
      if (!jobs.has(job.id)) jobs.set(job.id, new JobState(frozenCopy(job)));
    },

    async claim(worker, leaseMs) {
      if (closed) throw storeError('claim a unit', 'closed');
      for (const job of jobs.values()) {
        job.expire(now());
        const claim = job.claim(worker, leaseMs, now(), `claim-${(tokens += 1)}`);
        if (claim !== undefined) return claim;
      }
      return undefined;
    },

    async heartbeat(claim) {
      return !closed && findJob(claim.job).heartbeat(claim, now());
    },

    async journal(claim, record) {
      if (closed) throw storeError('journal', 'closed');
      if (!findJob(claim.job).journal(claim, frozenCopy(record))) {
        throw storeError('journal', 'claim-lost', `the claim of unit "${claim.unit.id}" is no longer held`);
      }
    },

    async signal(job, name, value) {
      findJob(job).signal(name, value);
    },

    async cancel(job) {
      findJob(job).cancel();
    },

    events: (id) =>
      streamEvents(
        findJob(id),
        (wake) => onClose(closing, wake),
        () => closed,
      ),

    async close() {
      closed = true;
      for (const wake of closing) wake();
    },
  };
}

function onClose(closing: Set<() => void>, wake: () => void): () => void {
  closing.add(wake);
  return () => closing.delete(wake);
}

async function* streamEvents(
  job: JobState,
  onClosing: (wake: () => void) => () => void,
  isClosed: () => boolean,
): AsyncGenerator<EngineEvent> {
  for (let next = 0; ; next += 1) {
    while (job.events.length <= next) {
      if (isClosed()) return;
      await nextEvent(job, onClosing);
    }
    const event = job.events[next];
    if (event === undefined) return;
    yield event;
    if (event.kind === 'settled') return;
  }
}

function nextEvent(job: JobState, onClosing: (wake: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const stops = [job.onEvent(wake), onClosing(wake)];
    function wake(): void {
      for (const stop of stops) stop();
      resolve();
    }
  });
}
