import { setTimeout as delay } from 'node:timers/promises';
import {
  callTool,
  defineTool,
  ToolError,
  type CallRecord,
  type InvokeOptions,
  type ToolHook,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import {
  audit,
  authorize,
  cache,
  createMemoryCacheStore,
  retry,
  semaphore,
  telemetry,
  timeout,
  traceparentToken,
} from '../index.js';
import type { Meter, Span, TraceContext, Tracer } from './open-telemetry.js';
import type { TelemetryOptions } from './telemetry.js';

interface Recorded {
  readonly name: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly traceId: string;
  attributes: Record<string, unknown>;
  readonly events: { readonly name: string; readonly attributes: unknown }[];
  status: unknown;
  ended: number;
}

const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');

/** Creates a tracer that records, and finds parents like OpenTelemetry. */
function recordingTracer() {
  const spans: Recorded[] = [];
  const tracer: Tracer = {
    startSpan(name, options, context?: TraceContext) {
      const parent = (context?.getValue(spanKey) as Pick<Span, 'spanContext'> | undefined)?.spanContext();
      const id = String(spans.length + 1).padStart(16, '0');
      const span: Recorded = {
        name,
        id,
        parent: parent?.spanId,
        traceId: parent?.traceId ?? 'c'.repeat(32),
        attributes: { ...options?.attributes },
        events: [],
        status: undefined,
        ended: 0,
      };
      spans.push(span);
      return {
        spanContext: () => ({ traceId: span.traceId, spanId: id, traceFlags: 1 }),
        setAttributes: (more) => Object.assign(span.attributes, more),
        addEvent: (event, attributes) => span.events.push({ name: event, attributes }),
        setStatus: (status) => (span.status = status),
        end: () => (span.ended += 1),
      };
    },
  };
  return { spans, tracer };
}

function recordingMeter() {
  const points: { readonly name: string; readonly value: number; readonly attributes: Record<string, unknown> }[] = [];
  const record =
    (name: string) =>
    (value: number, attributes = {}) =>
      void points.push({ name, value, attributes });
  const meter: Meter = {
    createCounter: (name) => ({ add: record(name) }),
    createHistogram: (name) => ({ record: record(name) }),
  };
  return { points, meter, named: (name: string) => points.filter((point) => point.name === name) };
}

function flaky(failures: number): ToolRecord {
  let runs = 0;
  return defineTool({
    id: 'remote',
    description: 'Fails at first',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    policy: { sideEffects: 'read_only' },
    execute: () => {
      runs += 1;
      if (runs <= failures) throw new ToolError('TRANSIENT', 'payload in a message');
      return 'payload in the output';
    },
  });
}

function call(tool: ToolRecord, hooks: readonly ToolHook[], more: Partial<InvokeOptions> = {}) {
  return callTool({
    tool,
    rawInput: { text: 'payload in the input' },
    requestId: 'r1',
    user: { id: 'ada' },
    hooks,
    ...more,
  });
}

const retries = retry({ sleep: async () => undefined, jitter: 0 });

describe('telemetry with a tracer', () => {
  test('makes one span for the call and one inside for every attempt', async () => {
    const { spans, tracer } = recordingTracer();
    await call(flaky(1), [telemetry({ tracer }), retries], { sessionId: 's1', call: { door: 'mcp', mode: 'chat' } });
    expect(spans.map(({ name, parent, ended }) => [name, parent, ended])).toEqual([
      ['execute_tool remote', undefined, 1],
      ['attempt 1', spans[0]?.id, 1],
      ['attempt 2', spans[0]?.id, 1],
    ]);
    expect(spans[0]).toMatchObject({
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'remote',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': 'r1',
        'gen_ai.conversation.id': 's1',
        'helve.door': 'mcp',
        'helve.mode': 'chat',
        'helve.outcome': 'success',
        'helve.attempts': 2,
      },
      events: [{ name: 'helve.retry', attributes: { 'helve.attempt': 2, 'helve.delay_ms': 300 } }],
      status: { code: 1 },
    });
    expect(spans[1]).toMatchObject({
      attributes: { 'helve.attempt': 1, 'error.type': 'TRANSIENT' },
      status: { code: 2 },
    });
    expect(spans[2]?.status).toBeUndefined();
  });

  test('marks failures and refusals, with the gate that refused', async () => {
    const { spans, tracer } = recordingTracer();
    await call(flaky(9), [telemetry({ tracer }), retries]);
    expect(spans[0]).toMatchObject({
      attributes: { 'error.type': 'TRANSIENT', 'helve.outcome': 'failed' },
      status: { code: 2 },
    });
    expect(spans[0]?.events.map(({ name }) => name)).toEqual(['helve.retry', 'helve.retry', 'helve.give_up']);
    expect(spans.every(({ ended }) => ended === 1)).toBe(true);

    await call(flaky(0), [telemetry({ tracer }), authorize({ roles: ['admin'] })]);
    expect(spans.at(-1)).toMatchObject({
      name: 'execute_tool remote',
      ended: 1,
      events: [
        {
          name: 'helve.refused',
          attributes: { 'error.type': 'AUTH', 'helve.stage': 'willAuthorize', 'helve.hook': 'authorize' },
        },
      ],
    });
  });

  test('goes on with the trace it is given, and hands it on', async () => {
    const { spans, tracer } = recordingTracer();
    const given = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const records: CallRecord[] = [];
    let seen: string | undefined;
    const inner = flaky(0);
    const tool: ToolRecord = {
      ...flaky(0),
      id: 'outer',
      execute: (_, ctx) => {
        seen = ctx.get(traceparentToken);
        return ctx.invoke(inner, {});
      },
    };
    const hooks = [telemetry({ tracer }), audit({ sink: { append: async (one) => void records.push(one) } })];
    const response = await call(tool, hooks, { call: { traceparent: given } });
    const [outerCall, attempt, innerCall] = spans;
    expect(outerCall).toMatchObject({ parent: 'b'.repeat(16), traceId: 'a'.repeat(32) });
    expect(innerCall).toMatchObject({ name: 'execute_tool remote', parent: attempt?.id });
    expect(seen).toBe(`00-${'a'.repeat(32)}-${attempt?.id}-01`);
    expect(response.meta['traceparent']).toContain('a'.repeat(32));
    expect(records.at(-1)?.traceparent).toContain('a'.repeat(32));
  });

  test.each(['', 'rubbish', `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`])(
    'starts a trace of its own where it is given %j',
    async (traceparent) => {
      const { spans, tracer } = recordingTracer();
      await call(flaky(0), [telemetry({ tracer })], { call: { traceparent } });
      expect(spans[0]?.parent).toBeUndefined();
    },
  );

  test('ends the span of an attempt that was left behind', async () => {
    const { spans, tracer } = recordingTracer();
    const tool = { ...flaky(0), execute: () => new Promise(() => undefined) };
    await call(tool, [telemetry({ tracer }), timeout({ attemptMs: 5 })]);
    expect(spans.map(({ ended }) => ended)).toEqual([1, 1]);
    expect(spans[0]?.attributes['error.type']).toBe('TIMEOUT');
  });

  test('never fails a call', async () => {
    const heard: unknown[] = [];
    const broken = () => {
      throw new Error('exporter');
    };
    const report = (thrown: unknown) => heard.push(thrown);
    expect(await call(flaky(1), [telemetry({ tracer: { startSpan: broken }, report }), retries])).toMatchObject({
      ok: true,
    });
    const span = { ...recordingTracer().tracer.startSpan(''), setAttributes: broken, addEvent: broken, end: broken };
    const { points, meter } = recordingMeter();
    const mute = { ...meter, createCounter: () => ({ add: broken }) };
    expect(
      await call(flaky(1), [telemetry({ tracer: { startSpan: () => span }, meter: mute, report }), retries]),
    ).toMatchObject({ ok: true });
    expect(heard.length).toBeGreaterThan(3);
    expect(points.length).toBeGreaterThan(0);
  });
});

describe('telemetry with a meter', () => {
  test('counts calls by outcome and type, and measures duration, attempts and waits', async () => {
    const { named, meter } = recordingMeter();
    const clock = { ms: 0, now: () => (clock.ms += 1) };
    await call(flaky(1), [telemetry({ meter }), retries], { clock });
    await call(flaky(9), [telemetry({ meter }), retries], { clock });
    expect(
      named('helve.tool.calls').map(({ attributes }) => [attributes['helve.outcome'], attributes['error.type']]),
    ).toEqual([
      ['success', undefined],
      ['failed', 'TRANSIENT'],
    ]);
    expect(named('helve.tool.attempts').map(({ value }) => value)).toEqual([2, 3]);
    expect(named('helve.tool.duration').every(({ value }) => value > 0)).toBe(true);
    expect(named('helve.tool.wait')).toHaveLength(2);
  });

  test('measures how long a call waited for its slot', async () => {
    const { named, meter } = recordingMeter();
    const tool = { ...flaky(0), execute: () => delay(40) };
    const hooks = [telemetry({ meter }), semaphore({ limit: 1 })];
    await Promise.all([call(tool, hooks), call(tool, hooks)]);
    const [first = 0, second = 0] = named('helve.tool.wait').map(({ value }) => value);
    expect(second - first).toBeGreaterThan(20);
  });

  test('counts hits, and bodies that outlived their call', async () => {
    const { named, meter } = recordingMeter();
    const hooks = [telemetry({ meter }), cache({ store: createMemoryCacheStore(), ttlMs: 1_000, tools: ['remote'] })];
    const tool = flaky(0);
    await call(tool, hooks);
    await call(tool, hooks);
    expect(named('helve.tool.cache_hits')).toHaveLength(1);

    const slow = { ...flaky(0), execute: () => delay(40) };
    await call(slow, [telemetry({ meter }), timeout({ attemptMs: 5 })]);
    expect(named('helve.tool.zombies')).toHaveLength(0);
    await delay(60);
    expect(named('helve.tool.zombies')).toHaveLength(1);
  });
});

test('telemetry without tracer and meter takes part in nothing', () => {
  expect(Object.keys(telemetry())).toEqual(['name', 'priority']);
});

test.each([{ tracer: {} }, { meter: { createCounter: () => undefined } }, { tracing: true }, { report: 'log' }])(
  'telemetry refuses %j',
  (options) => {
    expect(() => telemetry(options as unknown as TelemetryOptions)).toThrow('Cannot create telemetry');
  },
);

test('G18 telemetry makes a span per call with a child per attempt, events for refusals, traceparent in and out, and measures at onMetrics, all without payloads', async () => {
  const { spans, tracer } = recordingTracer();
  const { points, meter, named } = recordingMeter();
  const hook = telemetry({ tracer, meter });
  const store = createMemoryCacheStore();
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;

  const response = await call(flaky(2), [hook, retries], { call: { traceparent } });
  expect(spans.map(({ name }) => name)).toEqual(['execute_tool remote', 'attempt 1', 'attempt 2', 'attempt 3']);
  expect(spans[0]).toMatchObject({
    parent: 'b'.repeat(16),
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'remote', 'gen_ai.tool.call.id': 'r1' },
  });
  expect(spans.slice(1).every(({ parent }) => parent === spans[0]?.id)).toBe(true);
  expect(response.meta['traceparent']).toBe(`00-${'a'.repeat(32)}-${spans[3]?.id}-01`);

  await call(flaky(0), [hook, authorize({ roles: ['admin'] })]);
  expect(spans.at(-1)?.events.map(({ name }) => name)).toEqual(['helve.refused']);

  const cached = [hook, cache({ store, ttlMs: 1_000, tools: ['remote'] })];
  const tool = flaky(0);
  await call(tool, cached);
  await call(tool, cached);
  await call({ ...flaky(0), execute: () => delay(30) }, [hook, timeout({ attemptMs: 5 })]);
  await delay(60);

  expect(named('helve.tool.calls').map(({ attributes }) => attributes['helve.outcome'])).toEqual([
    'success',
    'aborted',
    'success',
    'responded',
    'failed',
  ]);
  for (const name of ['duration', 'attempts', 'wait', 'cache_hits', 'zombies']) {
    expect(named(`helve.tool.${name}`).length).toBeGreaterThan(0);
  }
  expect(spans.every(({ ended }) => ended === 1)).toBe(true);
  expect(JSON.stringify([spans, points])).not.toContain('payload');
});
