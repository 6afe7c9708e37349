import { randomUUID } from 'node:crypto';
import { ownerOf, type Caller, type ToolResponse, type ToolUser } from '@helve/core';
import type { FlowEvent, FlowRequest, FlowRun, FlowRuns } from '@helve/gateway';
import type { Project } from '../open-project.js';
import { listFlows } from '../flow/find-flow.js';

/** So many runs of one caller that are over can still be looked at, and so many in all. */
const keptRunsOfOwner = 200;
const keptRuns = 2_000;
/** Number of events of one run that are kept for late subscribers. */
const keptEvents = 500;
/** A run has so long to put things away when it is cancelled. */
const graceMs = 10_000;

interface Running {
  readonly owner: string;
  run: FlowRun;
  seq: number;
  readonly events: FlowEvent[];
  readonly stop: AbortController;
  readonly wake: Set<() => void>;
  ended: Promise<void>;
}

type NewEvent = FlowEvent extends infer Event ? (Event extends FlowEvent ? Omit<Event, 'seq'> : never) : never;

/** Runs flows through the record `flow.run` and under the rules of the project, in the background. */
export function createFlowRuns({ config, flow }: Project, caller: Caller): FlowRuns {
  const all = new Map<string, Running>();
  const find = (id: string, user: ToolUser) => {
    const found = all.get(id);
    return found?.owner === ownerOf(user) ? found : undefined;
  };
  return Object.freeze({
    list: async () => (await listFlows(config.flows, flow.folder)).map(toRow),
    check: (request, user, requestId) =>
      caller.callTool({ tool: 'flow.check', rawInput: request, user, call: { door: 'http' }, requestId }),
    run: async (request, user) => {
      const running = begin(request, user, caller);
      all.set(running.run.id, running);
      forgetOldest(all, running.owner);
      return running.run;
    },
    runs: async (user) =>
      [...all.values()]
        .filter(({ owner }) => owner === ownerOf(user))
        .map(({ run }) => run)
        .toReversed(),
    get: async (id, user) => find(id, user)?.run,
    watch: async (id, user, { signal, after = 0 }) => {
      const found = find(id, user);
      return found === undefined ? undefined : streamEvents(found, after, signal);
    },
    cancel: async (id, user) => {
      const found = find(id, user);
      found?.stop.abort(new Error('The run was cancelled'));
      await found?.ended;
      return found?.run;
    },
    close: async () => {
      for (const { stop } of all.values()) stop.abort(new Error('The gateway is closing'));
      await Promise.all([...all.values()].map(({ ended }) => ended));
    },
  } satisfies FlowRuns);
}

function begin(request: FlowRequest, user: ToolUser, caller: Caller): Running {
  const id = `run_${randomUUID()}`;
  const running: Running = {
    owner: ownerOf(user),
    run: {
      id,
      flow: flowName(request),
      userId: user.id,
      state: 'running',
      startedAt: new Date().toISOString(),
      requestId: id,
    },
    seq: 0,
    events: [],
    stop: new AbortController(),
    wake: new Set(),
    ended: Promise.resolve(),
  };
  const call = caller.callTool({
    tool: 'flow.run',
    rawInput: request,
    user,
    call: { door: 'http' },
    requestId: id,
    signal: running.stop.signal,
    graceMs,
    onProgress: (progress) => note(running, { type: 'progress', ...progress }),
  });
  running.ended = call.then((response) => end(running, response));
  return running;
}

function end(running: Running, response: ToolResponse): void {
  const state = toState(response);
  const problem = state === 'failed' && !response.ok ? { problem: shorten(response.error.message) } : {};
  running.run = { ...running.run, state, finishedAt: new Date().toISOString(), ...problem };
  note(running, { type: 'end', state, response });
}

function toState(response: ToolResponse): FlowRun['state'] {
  if (response.ok) return 'done';
  return response.error.type === 'CANCELLED' ? 'cancelled' : 'failed';
}

function note(running: Running, event: NewEvent): void {
  running.seq += 1;
  running.events.push({ ...event, seq: running.seq });
  if (running.events.length > keptEvents) running.events.shift();
  for (const wake of running.wake) wake();
}

/** Yields the events after a given one, then new ones as they come, up to the end. */
async function* streamEvents(running: Running, after: number, signal: AbortSignal): AsyncGenerator<FlowEvent> {
  let seen = after;
  while (!signal.aborted) {
    for (const event of running.events.filter(({ seq }) => seq > seen)) {
      seen = event.seq;
      yield event;
    }
    if (running.run.state !== 'running' && seen >= running.seq) return;
    await somethingNew(running, seen, signal);
  }
}

function somethingNew({ wake, events }: Running, seen: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      wake.delete(done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    wake.add(done);
    signal.addEventListener('abort', done, { once: true });
    // Catches up with events that came while the last one was read.
    if (signal.aborted || (events.at(-1)?.seq ?? 0) > seen) done();
  });
}

/** Makes room at the expense of who has begun a run; those that run are never forgotten. */
function forgetOldest(all: Map<string, Running>, owner: string): void {
  const over = [...all].filter(([, { run }]) => run.state !== 'running');
  const own = over.filter(([, running]) => running.owner === owner);
  const [tooMany] = own.length > keptRunsOfOwner || all.size > keptRuns ? [...own, ...over] : [];
  if (tooMany !== undefined) all.delete(tooMany[0]);
}

function flowName({ flow }: FlowRequest): string {
  if (typeof flow === 'string') return shorten(flow);
  const name: unknown = typeof flow === 'object' && flow !== null ? Reflect.get(flow, 'name') : undefined;
  return typeof name === 'string' ? shorten(name) : 'a flow of its own';
}

/** Maximum length of a text in a list of runs. */
const maxChars = 1_000;

function shorten(text: string): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).toWellFormed()}…`;
}

function toRow({ id, description, from, flow }: Awaited<ReturnType<typeof listFlows>>[number]) {
  const problem = flow.diagnostics.find(({ severity }) => severity === 'error')?.message;
  return { id, description, from, ...(problem === undefined ? {} : { problem }) };
}
