import { metrics, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';
import {
  callTool,
  defineTool,
  token,
  ToolError,
  type InvokeOptions,
  type Secret,
  type ToolHook,
  type ToolRecord,
} from '@helve/core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { audit, authorize, retry, secrets, telemetry, timeout, traceparentToken } from '../index.js';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
const hook = telemetry({ tracer: provider.getTracer('helve'), meter: metrics.getMeter('helve') });
const retries = retry({ sleep: async () => undefined, jitter: 0 });
const canary = 'canary-7421';

beforeEach(() => exporter.reset());
afterAll(async () => {
  await provider.shutdown();
  trace.disable();
});

function toolOf(id: string, execute: ToolRecord['execute']): ToolRecord {
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } } } as const;
  return defineTool({ id, description: 'For tests', inputSchema, policy: { sideEffects: 'read_only' }, execute });
}

function call(tool: ToolRecord, hooks: readonly ToolHook[], more: Partial<InvokeOptions> = {}) {
  const rawInput = { text: `payload ${canary}` };
  return callTool({ tool, rawInput, requestId: 'r1', sessionId: 's1', user: { id: 'ada' }, hooks, ...more });
}

/** Returns the one span of this name, under this parent if it is given. */
function named(name: string, parent?: ReadableSpan): ReadableSpan {
  const found = exporter.getFinishedSpans().filter((span) => {
    return span.name === name && (parent === undefined || isUnder(span, parent));
  });
  expect(found).toHaveLength(1);
  return found[0] as ReadableSpan;
}

function isUnder({ parentSpanContext: parent }: ReadableSpan, other: ReadableSpan): boolean {
  const { traceId, spanId } = other.spanContext();
  return parent?.spanId === spanId && parent.traceId === traceId;
}

/** Returns everything that an exporter could send. */
function sent(): string {
  return JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, events, status, links, resource }) => {
      return { name, attributes, events, status, links, resource: resource.attributes };
    }),
  );
}

describe('telemetry with the SDK of OpenTelemetry', () => {
  test('makes a span for the call with the names of the GenAI conventions, and one inside for its attempt', async () => {
    await call(
      toolOf('add', () => ({ sum: 3 })),
      [hook],
      { call: { door: 'mcp', mode: 'chat' } },
    );
    const whole = named('execute_tool add');
    const attempt = named('attempt 1');
    expect(whole.attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'r1',
      'gen_ai.conversation.id': 's1',
      'helve.door': 'mcp',
      'helve.mode': 'chat',
      'helve.outcome': 'success',
      'helve.attempts': 1,
    });
    expect(whole.status).toEqual({ code: SpanStatusCode.OK });
    expect(whole.parentSpanContext).toBeUndefined();
    expect(isUnder(attempt, whole)).toBe(true);
    expect(exporter.getFinishedSpans()).toHaveLength(2);
  });

  test('belongs under the span that is active, or under the one that a traceparent names', async () => {
    const tool = toolOf('add', (_, ctx) => ctx.get(traceparentToken));
    const tracer = provider.getTracer('host');
    await tracer.startActiveSpan('request', async (outer) => {
      await call(tool, [hook]);
      outer.end();
    });
    expect(isUnder(named('execute_tool add'), named('request'))).toBe(true);

    exporter.reset();
    const response = await call(tool, [hook], { call: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } });
    const whole = named('execute_tool add');
    expect(whole.parentSpanContext).toMatchObject({ spanId: 'b'.repeat(16), isRemote: true });
    // The tool passes on the span of its attempt.
    const { traceId, spanId } = named('attempt 1').spanContext();
    expect(traceId).toBe('a'.repeat(32));
    expect(response).toMatchObject({ ok: true, data: `00-${traceId}-${spanId}-01` });
  });

  test('a call within a call stands under the attempt that made it', async () => {
    const inner = toolOf('inner', () => 'done');
    const outer = toolOf('outer', (_, ctx) => ctx.invoke(inner, {}));
    await call(outer, [hook]);
    const attempt = named('attempt 1', named('execute_tool outer'));
    expect(isUnder(named('attempt 1', named('execute_tool inner')), named('execute_tool inner', attempt))).toBe(true);
    expect(exporter.getFinishedSpans()).toHaveLength(4);
  });

  test('marks what failed, attempt by attempt, and ends every span once', async () => {
    const tool = toolOf('remote', () => {
      throw new ToolError('TRANSIENT', `payload ${canary}`);
    });
    await call(tool, [hook, retries]);
    const whole = named('execute_tool remote');
    expect(whole.status).toEqual({ code: SpanStatusCode.ERROR, message: 'TRANSIENT' });
    expect(whole.attributes).toMatchObject({
      'error.type': 'TRANSIENT',
      'helve.outcome': 'failed',
      'helve.attempts': 3,
    });
    expect(whole.events.map(({ name }) => name)).toEqual(['helve.retry', 'helve.retry', 'helve.give_up']);
    for (const attempt of ['attempt 1', 'attempt 2', 'attempt 3'].map((name) => named(name))) {
      expect(attempt.status.code).toBe(SpanStatusCode.ERROR);
      expect(isUnder(attempt, whole)).toBe(true);
      expect(attempt.ended).toBe(true);
    }
  });

  test('tells of a refusal with the gate that refused, and of an attempt that was left behind', async () => {
    await call(
      toolOf('closed', () => 1),
      [hook, authorize({ roles: ['admin'] })],
    );
    expect(named('execute_tool closed').events).toMatchObject([
      {
        name: 'helve.refused',
        attributes: { 'error.type': 'AUTH', 'helve.stage': 'willAuthorize', 'helve.hook': 'authorize' },
      },
    ]);
    exporter.reset();
    await call(
      toolOf('slow', () => new Promise(() => undefined)),
      [hook, timeout({ attemptMs: 5 })],
    );
    for (const span of [named('execute_tool slow'), named('attempt 1')]) {
      expect(span).toMatchObject({ attributes: { 'error.type': 'TIMEOUT' }, status: { message: 'TIMEOUT' } });
    }
  });

  test('sends no payload and no secret, also when the tool throws it', async () => {
    const key = token<Secret>('key');
    const source = { read: () => canary };
    const records: unknown[] = [];
    const hooks = [
      secrets({ source, map: { leaks: [{ name: 'api', token: key }] } }),
      audit({ sink: { append: async (record) => void records.push(record) } }),
      hook,
      retries,
    ];
    const leaks = toolOf('leaks', (_, ctx) => {
      throw new Error(`bad key ${ctx.get(key).reveal()}`);
    });
    await call(leaks, hooks);
    await call(
      toolOf('shows', () => ({ text: canary })),
      hooks,
    );
    await call(
      toolOf('wraps', (_, ctx) => ctx.invoke(leaks, { text: canary })),
      hooks,
    );
    expect(exporter.getFinishedSpans().length).toBeGreaterThanOrEqual(7);
    expect(sent()).not.toContain(canary);
    expect(sent()).not.toContain('payload');
  });
});
