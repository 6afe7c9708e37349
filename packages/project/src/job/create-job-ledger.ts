import { randomBytes } from 'node:crypto';
import { isPlainObject, isToolError, ToolError, type Json, type JsonObject } from '@helve/core';
import { runClaim, runUnits, type Engine, type UnitContext, type UnitOutcome } from '@helve/flow/engine';
import type { JobLedger, JobQueue, JobRequest, LedgerEntry, LedgerRequest } from '@helve/worker/host';

/** A ledger that keeps the jobs of worker queues in an engine. */
export interface EngineLedger extends JobLedger {
  /** Runs jobs that others have left, until the signal aborts. */
  work(queue: JobQueue, options: { readonly slots: number; readonly signal: AbortSignal }): Promise<void>;
  /** Leaves what has not ended, and waits until that is written down. */
  close(): Promise<void>;
}

const LABEL = 'calls:worker';
const LEASE_MS = 30_000;
const HEARTBEAT_MS = 1_000;

/** Makes jobs of worker queues jobs of an engine; `build` says whose queues may take those of others. */
export function createJobLedger(engine: Engine, { build }: { readonly build: string }): EngineLedger {
  const leaving = new AbortController();
  const held = new Set<Promise<void>>();

  async function accept({ request, idempotent, runId }: LedgerRequest): Promise<LedgerEntry> {
    const { id, worker } = { id: newId(), worker: { id: newId(), build, labels: [LABEL] } };
    const data: JsonObject = {
      tool: `${request.instanceId}.${request.action ?? request.method ?? 'execute'}`,
      idempotent,
      ...(runId === undefined ? {} : { runId }),
    };
    const units = [{ id: 'call', input: toJson(request) }];
    const job = { id, kind: 'call' as const, tenant: '', userId: '', build, needs: [LABEL], units, data };
    const claim = await engine.begin({ ...job, retry: { attempts: 1 } }, worker, LEASE_MS);
    if (claim === undefined) throw new TypeError(`Cannot accept the job "${id}": there is one already`);
    const [begun, ended, lost, left] = [settled<void>(), settled<Json>(), new AbortController(), new AbortController()];
    const recorded = settled<void>();
    const run = async (unit: UnitContext): Promise<UnitOutcome> => {
      const stop = () => {
        if (!left.signal.aborted && !leaving.signal.aborted) lost.abort();
        begun.reject(unit.signal.reason);
        ended.reject(unit.signal.reason);
      };
      unit.signal.addEventListener('abort', stop, { once: true });
      await begun.promise;
      return runOnce(unit, () => {
        recorded.resolve();
        return ended.promise;
      });
    };
    const signal = AbortSignal.any([leaving.signal, left.signal]);
    const running = runClaim(engine, claim, { worker, heartbeatMs: HEARTBEAT_MS, signal, run });
    held.add(running);
    void running.catch(() => undefined).finally(() => held.delete(running));
    return {
      id,
      lost: lost.signal,
      begin: () => {
        begun.resolve();
        return Promise.race([recorded.promise, running]);
      },
      async end(end) {
        // One that ends before it began is not run by anybody else.
        begun.resolve();
        if ('error' in end) ended.reject(end.error);
        else ended.resolve(toJson(end.value));
        await running.catch(() => undefined);
      },
      async leave() {
        left.abort();
        await running.catch(() => undefined);
      },
    };
  }

  return {
    accept,
    async work(queue, { slots, signal }) {
      const worker = { id: newId(), build, labels: [LABEL] };
      const run = (unit: UnitContext) =>
        runOnce(unit, async () => {
          const { input } = unit.claim.unit;
          if (!isRequest(input)) throw new ToolError('INTERNAL', 'The job names no instance');
          const handle = await queue.takeOver(input, { signal: unit.signal });
          return toJson(await handle.result);
        });
      await runUnits(engine, { worker, slots, signal, heartbeatMs: HEARTBEAT_MS, run });
    },
    async close() {
      leaving.abort();
      await Promise.allSettled(held);
    },
  };
}

/** Runs a job once; what nobody knows the outcome of is run again only where that does no harm. */
async function runOnce(unit: UnitContext, work: () => Promise<Json>): Promise<UnitOutcome> {
  const effect = unit.job.data?.['idempotent'] === true ? 'keyed' : 'once';
  try {
    return { output: (await unit.once(unit.keyOf('call', null), work, effect)) ?? null };
  } catch (thrown) {
    if (unit.signal.aborted) throw thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const type = isToolError(thrown) ? thrown.type : 'PERMANENT';
    return { error: { type, message }, retry: false };
  }
}

function isRequest(value: unknown): value is JobRequest {
  return isPlainObject(value) && typeof value['instanceId'] === 'string';
}

function toJson(value: unknown): Json {
  // Requests and results cross a process as JSON anyway.
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}

function newId(): string {
  return randomBytes(16).toString('hex');
}

/** A promise that somebody else settles. */
function settled<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((...settle) => ([resolve, reject] = settle));
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
