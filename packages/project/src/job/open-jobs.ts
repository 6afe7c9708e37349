import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  digest,
  ownerOf,
  sleep,
  type Caller,
  type CallJobs,
  type Json,
  type JsonObject,
  type ToolHook,
  type ToolResponse,
  type ToolUser,
} from '@helve/core';
import { runClaim, runUnits, type Job, type JobUnit, type UnitContext, type UnitOutcome } from '@helve/flow/engine';
import type { AdoptedCall } from '@helve/gateway';
import { governErrors, handOver } from '@helve/govern';
import type { Project } from '../open-project.js';
import { defaultSlots, type JobSlots } from '../config/server-keys.js';
import { createCallJobs } from './create-call-jobs.js';
import { buildDigest } from './build-digest.js';
import { runCallsUnit, runCallUnit, type CallSite, type StoredCall } from './call-unit.js';
import { flowName, RunDoors } from './flow-unit.js';
import { toUserData } from './job-user.js';
import { openJobEngine, type JobEngine } from './open-job-engine.js';

/** Calls and runs of a project that outlive their process. */
export interface ProjectJobs {
  /** Hooks of the line that hands calls over, and that makes those of jobs. */
  readonly hooks: readonly ToolHook[];
  /** Begins to work on jobs, those of earlier processes too; a terminal takes those of terminals alone, without the rules of doors. */
  work(caller: Caller, slots: JobSlots, site?: 'server' | 'terminal'): void;
  open(): Promise<JobEngine>;
  /** Makes a call up to its input check, and hands it over: the answer is its job, or what refused it. */
  submitCall(caller: Caller, call: StoredCall, input: Json): Promise<ToolResponse>;
  submitCalls(call: StoredCall, inputs: readonly Json[]): Promise<string>;
  submitFlow(request: JsonObject, user: ToolUser, door: string): Promise<string>;
  /** Makes a call that is under way a job that this process holds. */
  adopt(call: StoredCall, input: Json): Promise<AdoptedCall>;
  /** For callers in this process: `callTool({ background })`, and `job(id)`. */
  readonly calls: CallJobs;
  /** The calls with these requests are handed over once their input was checked, and answered with their job. */
  readonly handed: Map<string, StoredCall & { readonly input: Json }>;
  /** Lets units yield, and ends. */
  close(): Promise<void>;
}

/** Number of calls in one unit of many. */
const CALLS_OF_UNIT = 100;
/** Whoever cancels a job does not wait longer for the process that works on it. */
const HEARTBEAT_MS = 1_000;
/** Time that a call under way has when its server closes. */
const GRACE_MS = 10_000;
const LEASE_MS = 30_000;
const FLOWS = 'flows';

/** Opens the jobs of a project; nothing is made on the disk before there is one. */
export function openJobs(project: Project, report: (thrown: unknown) => void): ProjectJobs {
  const { folder } = project.flow;
  const stop = new AbortController();
  const handed: ProjectJobs['handed'] = new Map();
  const doors = new RunDoors();
  const working: Promise<unknown>[] = [];
  const adopted = new Set<Promise<void>>();
  /** Aborts when calls under way are left to others. */
  const leaving = new AbortController();
  let line: Caller | undefined;
  let opened: Promise<JobEngine> | undefined;
  let build: Promise<string> | undefined;
  let begin: (() => void) | undefined;
  const open = () => {
    const engine = (opened ??= openJobEngine(folder));
    const start = begin;
    begin = undefined;
    start?.();
    return engine;
  };
  const buildOf = () => (build ??= buildDigest({}, { ...project, overrides: [] }));

  async function toJob(job: Pick<Job, 'kind' | 'units'>, call: StoredCall, more: JsonObject = {}): Promise<Job> {
    const { tool, user, door, sessionId, idempotencyKey } = call;
    const owner = ownerOf(user);
    const id = idempotencyKey === undefined ? newId() : keyedId(owner, tool, idempotencyKey);
    const data: JsonObject = {
      ...more,
      tool,
      door,
      user: toUserData(user),
      submittedAt: new Date().toISOString(),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    };
    const needs = [job.kind === 'flow' ? FLOWS : callsOf(door)];
    const whose = { tenant: user.tenant ?? '', userId: owner };
    return { ...job, ...whose, id, build: await buildOf(), needs, keepGoing: true, data };
  }

  async function submit(...parts: Parameters<typeof toJob>): Promise<string> {
    const { engine } = await open();
    const job = await toJob(...parts);
    if (await engine.submit(job)) return job.id;
    // It was submitted before with its key: for another input, the key is taken.
    const [known] = await engine.units(job.id);
    if (digest(known?.input ?? null) !== digest(job.units[0]?.input ?? null)) {
      throw governErrors.create('GOVERN_KEY_CONFLICT', { tool: parts[1].tool });
    }
    return job.id;
  }

  async function adopt(call: StoredCall, input: Json): Promise<AdoptedCall> {
    const { engine } = await open();
    const caller = line;
    if (caller === undefined) throw new TypeError('Cannot begin a job: nobody works on jobs here');
    const job = await toJob({ kind: 'call', units: [{ id: 'call', input }] }, { ...call, idempotencyKey: undefined });
    const worker = { id: newId(), build: job.build, labels: [callsOf(call.door)] };
    // It was begun for somebody who waits: it is not tried again where it fails.
    const claim = await engine.begin({ ...job, retry: { attempts: 1 } }, worker, LEASE_MS);
    if (claim === undefined) throw new TypeError(`Cannot begin the job "${job.id}": there is one already`);
    const lost = new AbortController();
    let resolve: (response: ToolResponse) => void = () => undefined;
    let reject: (reason: unknown) => void = () => undefined;
    const ended = new Promise<ToolResponse>((...settle) => ([resolve, reject] = settle));
    ended.catch(() => undefined);
    const run = (unit: UnitContext) => {
      unit.signal.addEventListener('abort', () => {
        lost.abort();
        reject(unit.signal.reason);
      });
      return runCallUnit(unit, { caller, keys: undefined }, { make: () => ended });
    };
    const running = runClaim(engine, claim, { worker, heartbeatMs: HEARTBEAT_MS, signal: leaving.signal, run });
    adopted.add(running);
    void running.catch(report).finally(() => adopted.delete(running));
    return {
      id: job.id,
      lost: lost.signal,
      async settle(response) {
        // A server that ends calls off leaves this one to the next.
        const isCalledOff = stop.signal.aborted && !response.ok && response.error.type === 'CANCELLED';
        if (isCalledOff) leaving.abort();
        else resolve(response);
        await running.catch(() => undefined);
      },
    };
  }

  const hook: ToolHook = {
    name: 'background',
    filter: (ctx) => handed.has(String(ctx.requestId)),
    willInjectSecrets: async (ctx) => {
      const call = handed.get(String(ctx.requestId));
      if (call === undefined) return;
      const { input, ...facts } = call;
      const job = await submit({ kind: 'call', units: [{ id: 'call', input }] }, facts);
      handOver(ctx, { job, state: 'running' });
    },
  };

  const calls = createCallJobs({ handed, open, adopt });

  return {
    hooks: [hook, doors.hook],
    calls,
    handed,
    open,
    adopt,
    async submitCall(caller, call, input) {
      const { tool, user, door } = call;
      return calls.submit({ tool, rawInput: input, user, call: { door } }, (handedCall) => caller.callTool(handedCall));
    },
    submitCalls: (call, inputs) => submit({ kind: 'calls', units: toUnits(inputs) }, call),
    submitFlow: (request, user, door) =>
      submit(
        { kind: 'flow', units: [{ id: 'run', input: request }] },
        { tool: 'flow.run', user, door },
        {
          flow: flowName(request),
        },
      ),
    work(caller, asked, place = 'server') {
      line = caller;
      const slots = { ...defaultSlots, ...asked };
      const start = () => void working.push(serve(caller, slots, place).catch(report));
      if (existsSync(join(folder, '.helve', 'engine.db'))) {
        void open().catch(report);
        start();
      } else begin = start;
    },
    async close() {
      stop.abort();
      await Promise.all(working);
      // Calls that somebody waits for have their time to end.
      await Promise.race([Promise.all(adopted), sleep(GRACE_MS, leaving.signal).catch(() => undefined)]);
      leaving.abort();
      await Promise.allSettled(adopted);
      await opened?.then(({ engine }) => engine.close()).catch(() => undefined);
    },
  };

  async function serve(caller: Caller, slots: Required<JobSlots>, place: 'server' | 'terminal'): Promise<void> {
    const { engine } = await open();
    const keys = project.config.govern === false ? undefined : (await project.store.open()).apiKeys;
    const site: CallSite = { caller, keys };
    const work = async (labels: string[], count: number, run: (unit: UnitContext) => Promise<UnitOutcome>) => {
      const worker = { id: newId(), build: await buildOf(), labels };
      await runUnits(engine, { worker, slots: count, signal: stop.signal, heartbeatMs: HEARTBEAT_MS, run });
    };
    const isServer = place === 'server';
    const doorsOf = isServer ? ['cli', 'http'] : ['cli'];
    await Promise.all([
      work(doorsOf.map(callsOf), slots.calls, (unit) =>
        (unit.job.kind === 'calls' ? runCallsUnit : runCallUnit)(unit, site),
      ),
      isServer ? work([FLOWS], slots.flows, (unit) => doors.run(unit, folder, site)) : undefined,
    ]);
  }
}

/** The label of those who make calls of a door. */
function callsOf(door: string): string {
  return door === 'cli' ? 'calls:terminal' : 'calls:door';
}

/** A call that is submitted again with its key is the job that it was. */
function newId(): string {
  return randomBytes(16).toString('hex');
}

function keyedId(owner: string, tool: string, key: string): string {
  return digest(['job', owner, tool, key]).slice(0, 32);
}

function toUnits(inputs: readonly Json[]): readonly JobUnit[] {
  const units: JobUnit[] = [];
  for (let at = 0; at < inputs.length; at += CALLS_OF_UNIT) {
    units.push({ id: `c${units.length + 1}`, input: inputs.slice(at, at + CALLS_OF_UNIT) });
  }
  return units;
}
