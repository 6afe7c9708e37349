import { callsFor, says, type Scene } from '@helve/agent/testing';
import { telemetry } from '@helve/govern';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';
import { expect, test } from 'vitest';
import { aTool, all, record, scripted, until, of, utility } from '../../../../../test/session-kit.js';

function tracing() {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { tracer: provider.getTracer('test'), spans: () => exporter.getFinishedSpans() };
}

const named = (spans: readonly ReadableSpan[], name: string) => spans.filter((span) => span.name.startsWith(name));
const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId;

test('a turn is one trace: its requests with tokens, and its calls with the ids of the provider', async () => {
  const { tracer, spans } = tracing();
  const usage = { type: 'usage', inputTokens: 7, outputTokens: 3, model: 'm-1' } as const;
  const first: Scene = [
    { type: 'retry', attempt: 1, waitMs: 5, reason: 'busy' },
    usage,
    ...callsFor(['look', {}, 'call_7']),
  ];
  const { session } = scripted([first, says('Found.')], {
    tracer,
    model: 'm',
    tools: [aTool('look', utility)],
    hooks: [telemetry({ tracer })],
  });
  await all(session.run('look'));
  await session.close();
  const [root] = named(spans(), 'session');
  const [turn] = named(spans(), 'invoke_agent');
  const chats = named(spans(), 'chat m');
  const [tool] = named(spans(), 'execute_tool look');
  expect(turn?.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.conversation.id': session.id,
    'gen_ai.provider.name': 'scripted',
    'gen_ai.usage.input_tokens': 7,
    'helve.reason': 'done',
  });
  expect(chats[0]?.attributes).toMatchObject({ 'error.type': 'retried', 'helve.delay_ms': 5 });
  expect(chats[1]?.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'helve.attempt': 2,
    'gen_ai.request.model': 'm',
    'gen_ai.response.model': 'm-1',
    'gen_ai.usage.output_tokens': 3,
    'gen_ai.response.finish_reasons': ['calls'],
    'gen_ai.response.time_to_first_chunk': expect.any(Number),
  });
  expect(tool?.attributes).toMatchObject({ 'gen_ai.tool.call.id': 'call_7', 'gen_ai.conversation.id': session.id });
  const turnId = turn?.spanContext().spanId;
  expect([parentOf(turn), ...chats.map((chat) => parentOf(chat)), parentOf(tool)]).toEqual([
    root?.spanContext().spanId,
    turnId,
    turnId,
    turnId,
    turnId,
  ]);
  expect(JSON.stringify(spans().map(({ attributes }) => attributes))).not.toContain('Found.');
});

test('a request that fails marks its span and its turn, and a broken tracer fails no turn', async () => {
  const { tracer, spans } = tracing();
  const { session } = scripted(
    [
      [
        { type: 'error', error: new Error('down') },
        { type: 'step_end', reason: 'failed' },
      ],
    ],
    { tracer },
  );
  await all(session.run('look'));
  expect(named(spans(), 'chat')[0]?.attributes).toMatchObject({ 'error.type': 'failed' });
  expect(named(spans(), 'invoke_agent')[0]?.status).toMatchObject({ code: 2 });
  const reported: unknown[] = [];
  const broken = {
    startSpan: () => {
      throw new Error('no');
    },
  };
  const other = scripted([says('Hi')], { tracer: broken, report: (thrown) => reported.push(thrown) });
  expect(of(await all(other.session.run('hi')), 'turn_end')).toMatchObject([{ reason: 'done' }]);
  expect(reported.length).toBeGreaterThan(0);
});

test('a live turn tells when its first sound came', async () => {
  const { tracer, spans } = tracing();
  const { session, transport } = scripted([], { tracer, mode: 'voice', script: { live: true, silent: true } });
  const { seen } = record(session.attach());
  await session.send({ text: 'hello' });
  transport.say(
    { type: 'audio', data: 'AAAA', mimeType: 'audio/pcm;rate=24000' },
    { type: 'step_end', reason: 'stop' },
    { type: 'turn_end' },
  );
  await until(() => of(seen, 'turn_end').length === 1);
  await session.close();
  expect(named(spans(), 'chat')[0]?.attributes).toMatchObject({ 'helve.time_to_first_audio': expect.any(Number) });
});
