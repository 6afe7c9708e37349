import type { Json, JsonObject } from '@helve/core';
import {
  jobUnitStates,
  type Claim,
  type EngineEvent,
  type EngineEventKind,
  type JobDetail,
  type JobLogLine,
  type JobState,
  type RetryFilter,
  type JobUnitState,
  type ClaimState,
} from '../../contract/engine.js';
import type {
  ClaimRequest,
  Delivery,
  EndAnswer,
  EndRow,
  JobEntry,
  LogRow,
  StepRow,
  UnitEntry,
  UnitQueue,
} from '../../contract/journal-table.js';
import { begunKey, unknownStep } from '../begun-step.js';
import { createMemoryUnit, isOver, type MemoryUnit } from './memory-unit.js';

/** One job in memory: its units, its signals, and everything that happened to it. */
export class MemoryJob {
  readonly entry: JobEntry;
  readonly order: number;
  readonly events: EngineEvent[] = [];
  readonly lines: JobLogLine[] = [];
  readonly units = new Map<string, MemoryUnit>();
  readonly submittedAt: number;
  build: string;
  state: JobState = 'running';
  settledAt: number | undefined;
  #isYielding = false;
  #isCancelled = false;
  readonly #signals = new Map<string, Json>();
  readonly #now: () => number;

  constructor(entry: JobEntry, order: number, now: () => number) {
    this.entry = entry;
    this.order = order;
    this.build = entry.build;
    this.#now = now;
    this.submittedAt = now();
    this.#tell('submitted', undefined, { units: entry.units.length });
    this.#add(entry.units);
    this.#settle();
  }

  get isOpen(): boolean {
    return this.state === 'running' || this.state === 'paused';
  }

  /** Units that may be handed out now. */
  ready(queues: readonly string[]): MemoryUnit[] {
    if (this.state !== 'running') return [];
    return [...this.units.values()].filter(
      ({ state, notBefore, queue }) => state === 'ready' && notBefore <= this.#now() && queues.includes(queue),
    );
  }

  send(unit: MemoryUnit): Delivery {
    unit.state = 'sent';
    unit.delivery += 1;
    unit.sentAt = this.#now();
    unit.notBefore = 0;
    return this.#deliveryOf(unit);
  }

  claim({ delivery, worker, token, leaseMs, maxLosses }: ClaimRequest): Claim | undefined {
    const unit = this.units.get(delivery.unit);
    if (unit === undefined || this.state !== 'running' || unit.delivery !== delivery.delivery) return undefined;
    if (unit.state !== 'sent' && unit.state !== 'held') return undefined;
    if (unit.state === 'held') this.#lose(unit);
    if (unit.losses >= maxLosses) {
      unit.error = { reason: 'poisoned', losses: unit.losses };
      this.#finish(unit, 'dead', 'dead', { reason: 'poisoned' });
      return undefined;
    }
    Object.assign(unit, { state: 'held', token, worker: worker.id, leaseMs, leaseUntil: this.#now() + leaseMs });
    unit.attempt += 1;
    this.#tell('claimed', unit, { worker: worker.id, attempt: unit.attempt });
    return this.#claimOf(unit, token, leaseMs);
  }

  step({ unit: id, token, key, output }: StepRow): boolean {
    const unit = this.#heldBy(id, token);
    if (unit === undefined) return false;
    if (unit.steps.has(key)) return true;
    unit.steps.set(key, output);
    this.#tell('step', unit, { key });
    return true;
  }

  end(row: EndRow): EndAnswer {
    const winner = this.units.get(row.unit);
    if (row.to === 'done' && winner?.state === 'done' && winner.token === row.token) return 'ended';
    const unit = this.#heldBy(row.unit, row.token);
    if (unit === undefined) return 'lost';
    const paths = new Set(row.files?.map(({ path }) => path));
    if (paths.size > 0 && [...this.units.values()].some(({ files }) => files.some(({ path }) => paths.has(path)))) {
      return 'path-taken';
    }
    this.#take(unit, row);
    return 'ended';
  }

  beat({ unit: id, token, leaseMs }: Claim): ClaimState {
    const unit = this.#heldBy(id.id, token);
    if (unit === undefined || unit.leaseUntil <= this.#now()) return 'lost';
    unit.leaseUntil = this.#now() + leaseMs;
    return this.#isYielding ? 'yield' : 'held';
  }

  /** Units whose worker was not heard of in time are free again; waits that took too long end. */
  sweep(resendMs: number): number {
    const now = this.#now();
    let lost = 0;
    for (const unit of this.units.values()) {
      if (unit.state === 'held' && unit.leaseUntil <= now) {
        this.#lose(unit);
        lost += 1;
      }
      if (unit.state === 'sent' && unit.sentAt + resendMs <= now) this.#free(unit, 'ready');
      if (unit.state === 'waiting' && unit.notBefore > 0 && unit.notBefore <= now) {
        unit.error = { type: 'TIMEOUT', signal: unit.signal ?? '' };
        this.#finish(unit, 'failed', 'failed', { type: 'TIMEOUT' });
      }
    }
    const { expiresMs } = this.entry;
    if (expiresMs !== undefined && this.isOpen && this.submittedAt + expiresMs <= now) this.cancel();
    return lost;
  }

  log({ unit, worker, level, message }: LogRow): void {
    this.lines.push({ seq: this.lines.length + 1, unit, worker, level, message, at: this.#now() });
  }

  signal(name: string, value: Json): number {
    if (!this.isOpen) return 0;
    this.#signals.set(name, value);
    this.#tell('signalled', undefined, { signal: name });
    const woken = [...this.units.values()].filter(({ state, signal }) => state === 'waiting' && signal === name);
    for (const unit of woken) this.#free(unit, 'ready');
    return woken.length;
  }

  cancel(): number {
    if (!this.isOpen) return 0;
    this.#isCancelled = true;
    this.#tell('cancelled');
    const left = this.#cancelOpen();
    this.#settle();
    return left;
  }

  pause(now: boolean): number {
    if (!this.isOpen) return 0;
    this.#isYielding = now;
    if (this.state === 'paused') return 0;
    this.state = 'paused';
    // What was handed out and not claimed goes back: nothing begins while the job is paused.
    for (const unit of this.units.values()) if (unit.state === 'sent') this.#free(unit, 'ready');
    this.#tell('paused');
    return 1;
  }

  resume(): number {
    if (this.state !== 'paused') return 0;
    this.state = 'running';
    this.#isYielding = false;
    this.#tell('resumed');
    return 1;
  }

  retry(
    { states = ['failed', 'dead', 'cancelled'], units, assume, build }: RetryFilter,
    queues: readonly UnitQueue[],
  ): number {
    const again = [...this.units.values()].filter(
      ({ entry, state }) => states.some((one) => one === state) && (units === undefined || units.includes(entry.id)),
    );
    if (again.length === 0) return 0;
    if (build !== undefined) this.#move(build, queues);
    for (const unit of again) {
      unit.state = 'blocked';
      this.#assume(unit, assume);
    }
    for (const unit of again) this.#open(unit);
    this.#isCancelled = false;
    if (!this.isOpen) this.state = 'running';
    this.settledAt = undefined;
    this.#tell('retried', undefined, { units: again.length });
    return again.length;
  }

  view(): JobDetail {
    const { id, kind, tenant, userId, priority = 5, keepGoing = false, plan, data, traceparent } = this.entry;
    const counts = Object.fromEntries(jobUnitStates.map((state) => [state, 0])) as Record<JobUnitState, number>;
    for (const { state } of this.units.values()) counts[state] += 1;
    return {
      id,
      kind,
      state: this.state,
      tenant,
      userId,
      build: this.build,
      priority,
      submittedAt: this.submittedAt,
      counts,
      keepGoing,
      ...(this.settledAt === undefined ? {} : { settledAt: this.settledAt }),
      ...(plan === undefined ? {} : { plan }),
      ...(data === undefined ? {} : { data }),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
  }

  #claimOf(unit: MemoryUnit, token: string, leaseMs: number): Claim {
    const { id, kind, tenant, userId, retry = {} } = this.entry;
    const { attempt, delivery, failures } = unit;
    const after = (unit.entry.after ?? []).flatMap((before) => {
      const found = this.units.get(before);
      if (found === undefined) return [];
      return [{ id: before, state: found.state, ...(found.output === undefined ? {} : { output: found.output }) }];
    });
    const { queue: _queue, ...entry } = unit.entry;
    return {
      job: id,
      kind,
      tenant,
      userId,
      unit: entry,
      delivery,
      attempt,
      failures,
      retry,
      token,
      leaseMs,
      after,
      done: Object.fromEntries(unit.steps),
      signals: Object.fromEntries(this.#signals),
    };
  }

  #deliveryOf({ entry, delivery, queue }: MemoryUnit): Delivery {
    return { job: this.entry.id, unit: entry.id, delivery, queue };
  }

  #heldBy(id: string, token: string): MemoryUnit | undefined {
    const unit = this.units.get(id);
    return unit?.state === 'held' && unit.token === token ? unit : undefined;
  }

  #take(unit: MemoryUnit, row: EndRow): void {
    const { to, event, data, output, error, files = [], adds = [], signal, afterMs, isFailure, isYield } = row;
    unit.losses = 0;
    if (isFailure) {
      unit.failures += 1;
      // The worker lives and says that it failed: nothing is unknown.
      const begun = unknownStep(Object.fromEntries(unit.steps));
      if (begun !== undefined) unit.steps.delete(begunKey(begun));
    }
    if (isYield) unit.attempt -= 1;
    if (error !== undefined) unit.error = error;
    if (to === 'ready' || to === 'waiting') {
      this.#free(unit, to);
      unit.notBefore = afterMs === undefined ? 0 : this.#now() + afterMs;
      if (signal !== undefined) unit.signal = signal;
      this.#tell(event, unit, data);
      if (signal !== undefined && this.#signals.has(signal)) this.#free(unit, 'ready');
      return;
    }
    if (output !== undefined) unit.output = output;
    unit.files = files;
    this.#add(adds);
    this.#finish(unit, to, event, data);
  }

  /** Units that are there already stay as they are: whoever adds them twice adds nothing. */
  #add(entries: readonly UnitEntry[]): void {
    const fresh = entries.filter(({ id }) => !this.units.has(id));
    for (const entry of fresh) this.units.set(entry.id, createMemoryUnit(entry, 0));
    for (const { id } of fresh) {
      const unit = this.units.get(id);
      if (unit !== undefined) this.#open(unit);
    }
  }

  /** Lets a unit begin as soon as those before it are over. */
  #open(unit: MemoryUnit): void {
    unit.failures = 0;
    unit.losses = 0;
    unit.blockers = (unit.entry.after ?? []).filter((id) => {
      const before = this.units.get(id);
      return before !== undefined && !isOver(before);
    }).length;
    delete unit.error;
    this.#free(unit, unit.blockers === 0 ? 'ready' : 'blocked');
  }

  #free(unit: MemoryUnit, state: JobUnitState): void {
    unit.state = state;
    unit.notBefore = 0;
    delete unit.token;
    delete unit.worker;
    delete unit.signal;
  }

  #lose(unit: MemoryUnit): void {
    const { worker = '' } = unit;
    this.#free(unit, 'ready');
    unit.losses += 1;
    this.#tell('lost', unit, { worker, losses: unit.losses });
  }

  #finish(unit: MemoryUnit, state: 'done' | 'failed' | 'dead', event: EngineEventKind, data?: JsonObject): void {
    const { token, worker } = unit;
    this.#free(unit, state);
    // The token of the winner stays: whoever did not hear of the end asks again.
    if (state === 'done') Object.assign(unit, { token, worker });
    this.#tell(event, unit, data);
    for (const next of this.units.values()) {
      if (next.state !== 'blocked' || next.entry.after?.includes(unit.entry.id) !== true) continue;
      next.blockers -= 1;
      if (next.blockers === 0) next.state = 'ready';
    }
    if (state !== 'done' && this.entry.keepGoing !== true) this.#cancelOpen();
    this.#settle();
  }

  #cancelOpen(): number {
    const open = [...this.units.values()].filter((unit) => !isOver(unit));
    for (const unit of open) this.#free(unit, 'cancelled');
    return open.length;
  }

  #settle(): void {
    const units = [...this.units.values()];
    if (!this.isOpen || units.some((unit) => !isOver(unit))) return;
    const count = (state: JobUnitState) => units.filter((unit) => unit.state === state).length;
    const [done, failed, dead, cancelled] = [count('done'), count('failed'), count('dead'), count('cancelled')];
    this.state = this.#isCancelled
      ? 'cancelled'
      : settledState({ done, bad: failed + dead, isPartial: this.entry.keepGoing === true });
    this.settledAt = this.#now();
    this.#tell('settled', undefined, { state: this.state, done, failed, dead, cancelled });
  }

  #move(build: string, queues: readonly UnitQueue[]): void {
    this.build = build;
    for (const unit of this.units.values()) {
      const needs = JSON.stringify(unit.entry.needs ?? []);
      unit.queue = queues.find((queue) => JSON.stringify(queue.needs) === needs)?.name ?? unit.queue;
    }
  }

  #assume(unit: MemoryUnit, assume: RetryFilter['assume']): void {
    const begun = unknownStep(Object.fromEntries(unit.steps));
    if (begun === undefined || assume === undefined) return;
    if (assume === 'done') unit.steps.set(begun, null);
    else unit.steps.delete(begunKey(begun));
  }

  #tell(kind: EngineEventKind, unit?: MemoryUnit, data?: JsonObject): void {
    const seq = this.events.length + 1;
    const about = unit === undefined ? {} : { unit: unit.entry.id };
    const facts = data === undefined ? {} : { data };
    this.events.push(Object.freeze({ seq, job: this.entry.id, kind, at: this.#now(), ...about, ...facts }));
  }
}

interface SettledCounts {
  readonly done: number;
  readonly bad: number;
  readonly isPartial: boolean;
}

/** Returns the state in which a job ends that nobody cancelled. */
function settledState({ done, bad, isPartial }: SettledCounts): JobState {
  if (bad === 0) return 'done';
  return isPartial && done > 0 ? 'partial' : 'failed';
}
