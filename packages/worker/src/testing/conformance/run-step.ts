import { expect, vi } from 'vitest';
import type { RemoteCall } from '../../proxy/remote-call.js';
import type { RemoteOptions, RemoteRequest } from '../../proxy/remote-request.js';
import { decodeValue } from '../../wire/decode-value.js';
import { encodeValue } from '../../wire/encode-value.js';
import type { NestedRequest } from '../../wire/frame.js';
import type { WorkerSupervisor } from '../../supervisor/worker-supervisor.js';
import { isStreamOp } from '../../wire/operation.js';
import { UnknownWireValue } from '../../wire/wire-type.js';
import { failureOf } from '../contract/contract-bench.js';
import type {
  ConformanceOutcome,
  ConformanceReports,
  ConformanceRequest,
  ConformanceStep,
} from './conformance-case.js';
import { expectFailure, withMembers } from './expect-members.js';
import type { ConformanceBench } from './conformance-bench.js';

type CallStep = ConformanceRequest & ConformanceOutcome;

/** What is waited for: a report that follows its cause. */
const soon = { timeout: 5000, interval: 5 };

/** Runs one step against a worker and expects its outcome. */
export async function runStep(bench: ConformanceBench, step: ConformanceStep): Promise<void> {
  const { proxy, reports } = bench;
  if ('hello' in step) return expect(proxy.hello).toEqual(withMembers(step.hello));
  if ('boot' in step) return expectReports(bench, 'boot', {}, step.boot);
  if ('cancels' in step) return proxy.cancel(step.cancels ?? undefined, step.reason);
  if ('prints' in step) {
    const text = () => reports.output.map((line) => line.text).join('\n');
    return vi.waitFor(() => step.prints.forEach((said) => expect(text()).toContain(said)), soon);
  }
  if ('heartbeats' in step) {
    return vi.waitFor(
      () => expect(reports.heartbeats.map(({ from }) => from)).toEqual(withMembers(step.heartbeats)),
      soon,
    );
  }
  if ('stops' in step) {
    await proxy.stop();
    return expect(proxy.exit).toMatchObject({ code: step.stops.code, expected: true });
  }
  if (!('givesSoon' in step)) return runCall(bench, step);
  const { givesSoon, ...request } = step;
  await vi.waitFor(() => runCall(bench, { ...request, gives: givesSoon }), soon);
}

/** Cancels a call that ignores it, and expects its end, that of its worker, and another worker that answers. */
export async function runForced(supervisor: WorkerSupervisor, request: ConformanceRequest): Promise<void> {
  const proxy = await supervisor.start();
  const call = proxy.call(toRequest(request));
  const failed = failureOf(call.result);
  await reported({ call });
  call.cancel('enough');
  expectFailure(await failed, { code: 'CANCELLED' });
  const next = await supervisor.ready();
  expect([proxy.exit?.signal === undefined, next.pid === proxy.pid]).toEqual([false, false]);
  expect(await next.call(toRequest({ action: 'echo', named: { value: 'alive' } })).result).toBe('alive');
}

/** A call that was sent: its handle, and what it has given. */
interface Running {
  readonly call: RemoteCall;
  readonly chunks: unknown[];
  readonly outcome: Promise<unknown>;
}

async function runCall(bench: ConformanceBench, step: CallStep): Promise<void> {
  const { atOnce = 1 } = step;
  if (atOnce > 1) {
    const one = { ...step, atOnce: 1 };
    return void (await Promise.all(Array.from({ length: atOnce }, () => runCall(bench, one))));
  }
  const beats = bench.reports.heartbeats.length;
  const running = send(bench, step);
  // The outcome is awaited after the steps in between.
  running.outcome.catch(() => undefined);
  if (step.meanwhile !== undefined && !('leftAfter' in step)) {
    if (step.op === undefined || step.op === 'action') await reported(running);
    for (const other of step.meanwhile) await runStep(bench, other);
  }
  if ('cancelled' in step) await cancel(running, step.cancelled.withinMs);
  else await expectOutcome(running, step);
  if (step.reports !== undefined) {
    await expectReports(bench, running.call.id, running.call.usage, step.reports);
    const { controlBeats } = step.reports;
    const during = bench.reports.heartbeats.slice(beats).filter(({ from }) => from === 'control');
    expect(during.length).toBeGreaterThanOrEqual(controlBeats?.atLeast ?? 0);
  }
}

async function expectOutcome({ outcome, chunks }: Running, step: Exclude<CallStep, { cancelled: unknown }>) {
  if ('answered' in step || 'leftAfter' in step) return void (await Promise.allSettled([outcome]));
  if ('fails' in step) {
    expectFailure(await failureOf(outcome), step.fails);
    return expect(chunks).toEqual(step.after ?? expect.anything());
  }
  const value = toJson(await outcome);
  if ('givesAtMost' in step) expect(value).toBeLessThanOrEqual(step.givesAtMost);
  else if ('givesAtLeast' in step) expect(value).toEqual(withMembers(step.givesAtLeast));
  else if ('gives' in step) expect(value).toEqual(step.gives);
}

function send(bench: ConformanceBench, step: CallStep): Running {
  const { proxy } = bench;
  const request = toRequest(step);
  const options: RemoteOptions = {
    ...(step.envelope && { envelope: step.envelope }),
    ...(step.tools && { onInvoke: (asked) => answerTool(step.tools ?? {}, asked) }),
  };
  if (!isStreamOp(request.op)) {
    const call = proxy.call(request, options);
    return { call, chunks: [], outcome: call.result };
  }
  const stream = proxy.stream(request, options);
  const chunks: unknown[] = [];
  const take = async (): Promise<unknown> => {
    for await (const chunk of stream) {
      chunks.push(toJson(chunk));
      if (!('leftAfter' in step) || chunks.length < step.leftAfter) continue;
      for (const other of step.meanwhile ?? []) await runStep(bench, other);
      break;
    }
    return chunks;
  };
  return { call: stream, chunks, outcome: take() };
}

async function reported({ call }: Pick<Running, 'call'>): Promise<void> {
  await vi.waitFor(() => expect(call.progress ?? call.outcome).toBeDefined(), { timeout: 5000, interval: 2 });
}

async function cancel(running: Running, withinMs: number): Promise<void> {
  await reported(running);
  const asked = performance.now();
  running.call.cancel('enough');
  expectFailure(await failureOf(running.outcome), { code: 'CANCELLED' });
  expect(performance.now() - asked).toBeLessThan(withinMs);
}

/** Expects what a call has reported; logs and facts may come a moment later than its answer. */
async function expectReports(
  { reports }: ConformanceBench,
  id: string,
  usage: object,
  { progress = [], progressFrames = {}, usage: wantedUsage, accounts = [], logs = [] }: ConformanceReports,
): Promise<void> {
  await vi.waitFor(() => {
    const shown = reports.progress.filter((one) => one.id === id);
    let at = 0;
    for (const { says = '', ...wanted } of progress) {
      const found = shown.findIndex((one, index) => index >= at && one.message.includes(says) && has(one, wanted));
      expect(found, `${JSON.stringify({ says, ...wanted })} in ${JSON.stringify(shown)}`).not.toBe(-1);
      at = found + 1;
    }
    expect(shown.length).toBeGreaterThanOrEqual(progressFrames.atLeast ?? 0);
    expect(shown.length).toBeLessThanOrEqual(progressFrames.atMost ?? Infinity);
    if (wantedUsage !== undefined) expect(usage).toEqual(wantedUsage);
    expect(reports.accounts.filter((one) => one.id === id)).toEqual(withMembers(accounts));
    const said = logs.map(({ says, ...log }) => ({ ...log, id, message: expect.stringContaining(says) as string }));
    expect(reports.logs).toEqual(expect.arrayContaining(said.map((one) => expect.objectContaining(one) as unknown)));
  }, soon);
}

function has(one: object, wanted: object): boolean {
  return Object.entries(wanted).every(([key, value]) => Reflect.get(one, key) === value);
}

type Tools = NonNullable<ConformanceRequest['tools']>;

async function answerTool(tools: Tools, { tool }: NestedRequest): Promise<unknown> {
  const answer = tools[tool];
  if (answer !== undefined && 'gives' in answer) return Promise.resolve(answer.gives);
  throw new Error(answer?.fails ?? `There is no tool "${tool}"`);
}

function toRequest({
  op = 'action',
  action,
  task,
  method,
  args,
  named,
  malformed,
  nested,
}: ConformanceRequest): RemoteRequest {
  return {
    op,
    ...(action !== undefined && { action }),
    ...(task !== undefined && { task }),
    ...(method !== undefined && { method }),
    ...(args && { args: decodeValue(structuredClone(args)) as unknown[] }),
    ...(malformed && { named: { value: new UnknownWireValue(malformed.kind, malformed.data) } }),
    ...(nested !== undefined && { named: { value: nest(nested) } }),
    ...(named && { named: decodeValue(structuredClone(named)) as Record<string, unknown> }),
  };
}

function nest(depth: number): unknown {
  let value: unknown[] = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}

function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(encodeValue(value, 'json').value ?? null));
}
