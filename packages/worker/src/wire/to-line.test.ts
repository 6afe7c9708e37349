import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostFrame, workerFrame, type CallFrame, type CallParams, type Frame } from './frame.js';
import { FrameTooLargeError, toLine } from './to-line.js';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const text = fc.string({ unit: 'grapheme' });

const call = fc
  .record({
    op: fc.constantFrom('action' as const, 'execute' as const),
    action: maybe(text),
    task: maybe(text),
    method: maybe(text),
    args: maybe(fc.array(fc.jsonValue())),
    named: maybe(fc.dictionary(text, fc.jsonValue())),
    envelope: fc.oneof(
      fc.record({ attempt: fc.nat() }),
      fc.record({ attempt: fc.nat(), runId: text, control: fc.constant({ force: true }) }),
    ),
    deadlineMs: maybe(fc.nat()),
    slot: fc.integer({ min: -1 }),
    epoch: fc.nat(),
    credit: maybe(fc.record({ chunks: fc.nat(), bytes: fc.nat() })),
  })
  .chain((params) => fc.tuple(text, fc.constant(params)))
  .map(([id, params]): CallFrame => {
    const envelope = { ...params.envelope, callId: id };
    return { jsonrpc: '2.0', id, method: 'call', params: { ...params, envelope } as CallParams };
  });

const result = fc
  .tuple(text, maybe(fc.jsonValue()), maybe(fc.nat()))
  .map(([id, value, chunks]) => ({ jsonrpc: '2.0', id, result: { value, chunks, durationMs: 3 } }) as Frame);

const chunk = fc
  .tuple(text, fc.nat(), maybe(fc.jsonValue()))
  .map(([id, seq, value]) => workerFrame('chunk', { id, seq, value, bytes: 1 }));

const others = fc.constantFrom<Frame>(hostFrame('ack', { id: 'a', seq: 1 }), {
  jsonrpc: '2.0',
  id: 'a',
  error: { code: -32000, message: 'no' },
});

test('a line holds what the frame held, whichever way it was put together', () => {
  fc.assert(
    fc.property(fc.oneof(call, result, chunk, others), (frame) => {
      const line = toLine(frame, Infinity);
      expect(line).not.toContain('\n');
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(frame)));
    }),
  );
});

test('toLine counts bytes, not characters', () => {
  const frame = workerFrame('log', { level: 'info', message: '€', time: 1 });
  const bytes = Buffer.byteLength(JSON.stringify(frame));
  expect(toLine(frame, bytes)).toBe(JSON.stringify(frame));
  expect(() => toLine(frame, bytes - 1)).toThrow(FrameTooLargeError);
});
