import { Secret } from '@helve/core';
import { describe, expect, test, type TestContext } from 'vitest';
import { CapabilityError } from '../../error/capability-error.js';
import { RemoteCapabilityProxy } from '../../proxy/remote-capability-proxy.js';
import type { RemoteRequest } from '../../proxy/remote-request.js';
import type { WorkerSpec } from '../../proxy/worker-spec.js';
import { encodeValue } from '../../wire/encode-value.js';
import { UnknownWireValue } from '../../wire/wire-type.js';
import { decodeValue } from '../../wire/decode-value.js';
import { failureOf } from '../contract/contract-bench.js';
import { conformanceCases } from './conformance-cases.js';
import type { ConformanceCase, ConformanceRequest, ConformanceStep } from './conformance-case.js';

/** A language: how its program is started. */
export interface ConformanceSubject {
  readonly name: string;
  readonly spec: Omit<WorkerSpec, 'instanceId'>;
}

/** Runs every case of the conformance suite against the program of one language. */
export function runConformance({ name, spec }: ConformanceSubject): void {
  describe.concurrent(`worker conformance: ${name}`, () => {
    for (const one of conformanceCases) {
      // oxlint-disable-next-line vitest/expect-expect -- the steps expect
      test(`${one.id}: ${one.sentence}`, async ({ onTestFinished }) => {
        const proxy = await start(spec, one, onTestFinished);
        for (const step of one.steps) await runStep(proxy, step);
      });
    }
  });
}

async function start(
  spec: ConformanceSubject['spec'],
  { secrets = {}, maxFrameBytes }: ConformanceCase,
  onTestFinished: TestContext['onTestFinished'],
) {
  const proxy = new RemoteCapabilityProxy({
    ...spec,
    instanceId: 'conformance',
    secrets: Object.fromEntries(Object.entries(secrets).map(([key, value]) => [key, new Secret(value)])),
    ...(maxFrameBytes && { limits: { maxFrameBytes } }),
  });
  onTestFinished(() => proxy.terminate(0));
  await proxy.start();
  return proxy;
}

async function runStep(proxy: RemoteCapabilityProxy, step: ConformanceStep): Promise<void> {
  const request = toRequest(step);
  if ('leftAfter' in step) return leave(proxy, request, step.leftAfter);
  if ('cancelled' in step) return cancel(proxy, request, step.cancelled.withinMs);
  if ('fails' in step) return fail(proxy, request, step.fails);
  const value = toJson(await perform(proxy, request));
  if ('gives' in step) expect(value).toEqual(step.gives);
  else expectAtLeast(value, step.givesAtLeast);
}

async function fail(proxy: RemoteCapabilityProxy, request: RemoteRequest, fails: { code: string; says?: string }) {
  const { code, says = '', ...fields } = fails;
  const error = await failureOf(perform(proxy, request));
  expect(CapabilityError.is(error) && error.code).toBe(code);
  expect(error).toMatchObject({ ...fields, message: expect.stringContaining(says) as string });
}

async function cancel(proxy: RemoteCapabilityProxy, request: RemoteRequest, withinMs: number): Promise<void> {
  const began = performance.now();
  let asked = began;
  const call = proxy.call(request, {
    onProgress: () => {
      asked = performance.now();
      call.cancel('enough');
    },
  });
  const error = await failureOf(call.result);
  expect(error).toMatchObject({ code: 'CANCELLED', reason: 'enough' });
  expect(performance.now() - asked).toBeLessThan(withinMs);
}

async function leave(proxy: RemoteCapabilityProxy, request: RemoteRequest, chunks: number): Promise<void> {
  const stream = proxy.stream(request);
  for (let taken = 0; taken < chunks; taken += 1) await stream.next();
  await stream.return?.();
}

async function perform(proxy: RemoteCapabilityProxy, request: RemoteRequest): Promise<unknown> {
  if (request.op !== 'actionStream') return proxy.call(request).result;
  const values: unknown[] = [];
  for await (const value of proxy.stream(request)) values.push(value);
  return values;
}

function toRequest({ op = 'action', action, args, named, malformed }: ConformanceRequest): RemoteRequest {
  return {
    op,
    ...(action !== undefined && { action }),
    ...(args && { args: decodeValue(structuredClone(args)) as unknown[] }),
    ...(malformed && { named: { value: new UnknownWireValue(malformed.kind, malformed.data) } }),
    ...(named && { named: decodeValue(structuredClone(named)) as Record<string, unknown> }),
  };
}

function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(encodeValue(value, 'json').value ?? null));
}

/** Members must be there, in lists in any order. */
function expectAtLeast(value: unknown, wanted: unknown): void {
  if (Array.isArray(wanted)) {
    for (const one of wanted) {
      const matching = typeof one === 'object' ? (expect.objectContaining(one as object) as unknown) : one;
      expect(value).toContainEqual(matching);
    }
  } else if (typeof wanted === 'object' && wanted !== null) {
    for (const [key, member] of Object.entries(wanted)) expectAtLeast(Reflect.get(Object(value), key), member);
  } else expect(value).toEqual(wanted);
}
