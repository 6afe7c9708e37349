import type { Json, JsonObject } from '@helve/core';
import type { Claim, EngineEvent, Job, JobUnit, JournalRecord } from '../contract/engine.js';

interface Held {
  readonly token: string;
  leaseMs: number;
  leaseUntil: number;
}

/** State of one unit: ready, held by a worker, waiting for a signal, or finished. */
interface UnitState {
  readonly unit: JobUnit;
  readonly done: Record<string, Json>;
  state: 'ready' | 'held' | 'waiting' | 'done' | 'failed' | 'cancelled';
  attempt: number;
  held?: Held;
  waitsFor?: string;
}

const openStates: ReadonlySet<UnitState['state']> = new Set(['ready', 'held', 'waiting']);

/** One job: its units, its signals, and everything that happened to it. */
export class JobState {
  readonly events: EngineEvent[] = [];
  readonly #job: Job;
  readonly #units: readonly UnitState[];
  readonly #signals = new Map<string, Json>();
  readonly #listeners = new Set<() => void>();

  constructor(job: Job) {
    this.#job = job;
    this.#units = job.units.map((unit) => ({ unit, done: {}, state: 'ready', attempt: 0 }));
    this.#tell('submitted');
    this.#settle();
  }

  get isSettled(): boolean {
    return this.events.at(-1)?.kind === 'settled';
  }

  /** Units whose worker was not heard of in time are free again. */
  expire(now: number): void {
    for (const state of this.#units) {
      if (state.held === undefined || state.held.leaseUntil > now) continue;
      this.#release(state, 'ready');
      this.#tell('lost', state);
    }
  }

  claim(worker: string, leaseMs: number, now: number, token: string): Claim | undefined {
    const state = this.#units.find((unit) => unit.state === 'ready');
    if (state === undefined) return undefined;
    const leaseUntil = now + leaseMs;
    state.state = 'held';
    state.attempt += 1;
    state.held = { token, leaseMs, leaseUntil };
    this.#tell('claimed', state, { worker, attempt: state.attempt });
    const { unit, attempt, done } = state;
    return Object.freeze({ job: this.#job.id, unit, token, attempt, leaseUntil, done: Object.freeze({ ...done }) });
  }

  heartbeat(claim: Claim, now: number): boolean {
    const held = this.#heldBy(claim)?.held;
    if (held === undefined) return false;
    held.leaseUntil = now + held.leaseMs;
    return true;
  }

  /** `false` when the claim is no longer held. */
  journal(claim: Claim, record: JournalRecord): boolean {
    const state = this.#heldBy(claim);
    if (state === undefined) return false;
    if (record.kind === 'step') this.#step(state, record.key, record.output);
    else if (record.kind === 'wait') this.#wait(state, record.signal);
    else this.#end(state, record);
    this.#settle();
    return true;
  }

  /** A signal that comes before somebody waits for it is kept. */
  signal(name: string, value: Json): void {
    if (this.isSettled) return;
    this.#signals.set(name, value);
    this.#tell('signalled', undefined, { signal: name });
    for (const state of this.#units) if (state.waitsFor === name) this.#wake(state, name, value);
  }

  cancel(): void {
    if (this.isSettled) return;
    for (const state of this.#units) if (openStates.has(state.state)) this.#release(state, 'cancelled');
    this.#tell('cancelled');
    this.#settle();
  }

  onEvent(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #heldBy({ token }: Claim): UnitState | undefined {
    return this.#units.find(({ held }) => held?.token === token);
  }

  #step(state: UnitState, key: string, output: Json): void {
    if (Object.hasOwn(state.done, key)) return;
    state.done[key] = output;
    this.#tell('step', state, { key });
  }

  #wait(state: UnitState, signal: string): void {
    this.#release(state, 'waiting');
    state.waitsFor = signal;
    this.#tell('waiting', state, { signal });
    const value = this.#signals.get(signal);
    if (value !== undefined) this.#wake(state, signal, value);
  }

  #wake(state: UnitState, signal: string, value: Json): void {
    state.done[signalKey(signal)] = value;
    this.#release(state, 'ready');
  }

  #end(state: UnitState, record: Extract<JournalRecord, { kind: 'done' | 'failed' }>): void {
    if (record.kind === 'done') {
      this.#release(state, 'done');
      this.#tell('done', state, { output: record.output });
      return;
    }
    this.#release(state, record.retry ? 'ready' : 'failed');
    this.#tell('failed', state, { error: record.error, retry: record.retry });
  }

  #release(state: UnitState, next: UnitState['state']): void {
    state.state = next;
    delete state.held;
    delete state.waitsFor;
  }

  #settle(): void {
    if (this.isSettled || this.#units.some(({ state }) => openStates.has(state))) return;
    const count = (kind: UnitState['state']) => this.#units.filter(({ state }) => state === kind).length;
    this.#tell('settled', undefined, { done: count('done'), failed: count('failed'), cancelled: count('cancelled') });
  }

  #tell(kind: EngineEvent['kind'], state?: UnitState, data?: JsonObject): void {
    const unit = state === undefined ? {} : { unit: state.unit.id };
    const facts = data === undefined ? {} : { data };
    this.events.push(Object.freeze({ seq: this.events.length + 1, job: this.#job.id, kind, ...unit, ...facts }));
    for (const listener of this.#listeners) listener();
  }
}

/** Under which key a claim's `done` holds the value of a signal that came. */
export function signalKey(name: string): string {
  return `signal:${name}`;
}
