import { expect } from 'vitest';
import type { Claim, Engine, EngineEvent, EngineEventKind, Job, WorkerFacts } from '../../contract/engine.js';

/** An empty journal with engines on it, and a clock to move. */
export interface EngineBed {
  /** An engine on the journal, as another process has one. */
  open(): Promise<Engine>;
  /** Moves the time on; where locks live in a server, really waits. */
  advance(ms: number): Promise<void>;
  /** The lease that its tests work with. */
  readonly leaseMs: number;
  close(): Promise<void>;
}

export type OpenEngineBed = () => Promise<EngineBed>;

/** A job of as many units as are asked for. */
export function aJob(units: number, change: Partial<Job> = {}): Job {
  const inputs = Array.from({ length: units }, (_, index) => ({
    id: `u${index + 1}`,
    input: { file: `f${index + 1}` },
  }));
  return { id: 'j1', kind: 'flow', tenant: '', userId: 'ada', build: 'b1', units: inputs, ...change };
}

export function aWorker(id = 'w', change: Partial<WorkerFacts> = {}): WorkerFacts {
  return { id, build: 'b1', ...change };
}

export async function claimed(engine: Engine, leaseMs: number, worker = aWorker()): Promise<Claim> {
  const claim = await engine.claim(worker, leaseMs);
  if (claim === undefined) throw new Error('there was nothing to claim');
  return claim;
}

/** All events of a job, once it has settled. */
export async function eventsOf(engine: Engine, job = 'j1'): Promise<EngineEvent[]> {
  const all: EngineEvent[] = [];
  for await (const event of engine.events(job)) all.push(event);
  return all;
}

export async function kindsOf(engine: Engine, job = 'j1'): Promise<EngineEventKind[]> {
  return (await eventsOf(engine, job)).map(({ kind }) => kind);
}

/** States of the units of a job, by id. */
export async function statesOf(engine: Engine, job = 'j1'): Promise<Record<string, string>> {
  return Object.fromEntries((await engine.units(job)).map(({ id, state }) => [id, state]));
}

/** Refusal of a record whose claim is no longer held. */
export const claimLost: unknown = expect.objectContaining({
  code: 'FLOW_STORE',
  details: expect.objectContaining({ reason: 'claim-lost' }),
});

/** A test body with an engine on a journal of its own. */
export type OnFreshBed = (body: (engine: Engine, bed: EngineBed) => Promise<void>) => () => Promise<void>;

export function onFreshBed(openBed: OpenEngineBed): OnFreshBed {
  return (body) => async () => {
    const bed = await openBed();
    const engine = await bed.open();
    try {
      await body(engine, bed);
    } finally {
      await engine.close();
      await bed.close();
    }
  };
}
