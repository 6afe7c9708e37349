import type { Caller, ToolUser } from '@helve/core';
import { documentsOf, type Engine, type EngineEvent, type JobView, type UnitView } from '@helve/flow/engine';
import type { FlowEvent, FlowRun, FlowRuns, JobResult, Jobs } from '@helve/gateway';
import { listFlows } from '../flow/find-flow.js';
import { filesJob, shorten } from '../job/flow-unit.js';
import type { ProjectJobs } from '../job/open-jobs.js';
import type { Project } from '../open-project.js';

/** A look at the files of a run that has not begun yet. */
const LOOK_MS = 200;

/** Runs of flows, as a view of jobs: they go on after the request that began them, and after this process. */
export function createFlowRuns({ config, flow }: Project, caller: Caller, jobs: ProjectJobs, port: Jobs): FlowRuns {
  const own = (user: ToolUser) => ({ user, ofOthers: false });
  const get = async (id: string, user: ToolUser): Promise<FlowRun | undefined> => {
    const row = await port.get(id, own(user));
    if (row?.kind !== 'flow') return undefined;
    const { name, userId, submittedAt, settledAt } = row;
    const result = await port.result(id, own(user));
    const state = toState(row.state, result);
    const problem = state === 'failed' ? problemOf(result) : undefined;
    return {
      id,
      flow: name,
      userId,
      state,
      startedAt: submittedAt,
      requestId: id,
      ...(settledAt === undefined ? {} : { finishedAt: settledAt }),
      ...(problem === undefined ? {} : { problem: shorten(problem) }),
    };
  };
  return Object.freeze({
    list: async () => (await listFlows(config.flows, flow.folder)).map(toRow),
    check: (request, user, requestId) =>
      caller.callTool({ tool: 'flow.check', rawInput: request, user, call: { door: 'http' }, requestId }),
    async run(request, user) {
      const { id } = await port.submitFlow(request, user);
      const run = await get(id, user);
      if (run === undefined) throw new TypeError(`Cannot find the run "${id}" that was just begun`);
      return run;
    },
    async runs(user) {
      const rows = await port.list(own(user), { kind: 'flow' });
      const runs = await Promise.all(rows.map(({ id }) => get(id, user)));
      return runs.filter((run) => run !== undefined);
    },
    get,
    async watch(id, user, { signal, after = 0 }) {
      if ((await get(id, user)) === undefined) return undefined;
      const { engine } = await jobs.open();
      return streamEvents(engine, port, { id, user, signal, after });
    },
    async cancel(id, user) {
      if ((await get(id, user)) === undefined) return undefined;
      await port.change(id, own(user), 'cancel');
      return get(id, user);
    },
    close: async () => undefined,
  } satisfies FlowRuns);
}

interface Watching {
  readonly id: string;
  readonly user: ToolUser;
  readonly signal: AbortSignal;
  readonly after: number;
}

/** Yields how many files are over, then the end; numbers are the same whoever asks, and whenever. */
async function* streamEvents(
  engine: Engine,
  port: Jobs,
  { id, user, signal, after }: Watching,
): AsyncGenerator<FlowEvent> {
  let seq = 0;
  const inner = await untilBegun(engine, id, signal);
  if (inner !== undefined) {
    const units = await engine.units(inner.id);
    for await (const { kind, unit } of eventsOfFiles(engine, { id, inner: inner.id, signal })) {
      if (kind !== 'done' && kind !== 'failed' && kind !== 'dead') continue;
      seq += 1;
      if (seq > after) yield { seq, type: 'progress', done: seq, total: units.length, ...messageOf(units, unit) };
    }
  }
  await untilSettled(engine, id, signal);
  const result = await port.result(id, { user, ofOthers: false });
  if (result?.kind !== 'call') return;
  const state = toState((await port.get(id, { user, ofOthers: false }))?.state ?? 'failed', result);
  if (seq + 1 > after) yield { seq: seq + 1, type: 'end', state, response: result.response };
}

/** The events of the files of a run, up to the end of the run: it may end before all of them were done. */
async function* eventsOfFiles(
  engine: Engine,
  { id, inner, signal }: { readonly id: string; readonly inner: string; readonly signal: AbortSignal },
): AsyncGenerator<EngineEvent> {
  const over = new AbortController();
  void untilSettled(engine, id, signal).finally(() => over.abort());
  let last = 0;
  for await (const event of engine.events(inner, 0, over.signal)) {
    last = event.seq;
    yield event;
  }
  const state = (await engine.get(inner))?.state;
  if (state === 'running' || state === 'paused') return;
  for await (const event of engine.events(inner, last, signal)) yield event;
}

async function untilSettled(engine: Engine, id: string, signal: AbortSignal): Promise<void> {
  const events = engine.events(id, 0, signal)[Symbol.asyncIterator]();
  while ((await events.next()).done !== true);
}

/** The job of the files of a run, once it is there; undefined when the run is over without one. */
async function untilBegun(engine: Engine, id: string, signal: AbortSignal): Promise<JobView | undefined> {
  for (;;) {
    const inner = await engine.get(filesJob(id));
    const outer = await engine.get(id);
    const isOpen = outer?.state === 'running' || outer?.state === 'paused';
    if (inner !== undefined || !isOpen || signal.aborted) return inner;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function messageOf(units: readonly UnitView[], id: string | undefined): { readonly message?: string } {
  const unit = units.find((one) => one.id === id);
  const names = unit === undefined ? [] : documentsOf(unit.input);
  return names.length === 0 ? {} : { message: names.join(', ') };
}

/** A run whose report says that something failed is one that was done. */
function toState(state: JobView['state'], result: JobResult | undefined): FlowRun['state'] {
  if (state !== 'failed' && state !== 'partial') return state;
  const response = result?.kind === 'call' ? result.response : undefined;
  return response?.ok === false && response.error.type === 'CANCELLED' ? 'cancelled' : 'failed';
}

function problemOf(result: JobResult | undefined): string | undefined {
  const response = result?.kind === 'call' ? result.response : undefined;
  return response?.ok === false ? response.error.message : undefined;
}

function toRow({ id, description, from, flow }: Awaited<ReturnType<typeof listFlows>>[number]) {
  const problem = flow.diagnostics.find(({ severity }) => severity === 'error')?.message;
  return { id, description, from, ...(problem === undefined ? {} : { problem }) };
}
