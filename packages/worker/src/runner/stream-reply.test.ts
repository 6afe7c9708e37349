import { expect, test } from 'vitest';
import { toCallEnvelope } from '../call/call-envelope.js';
import { CallScope } from '../call/call-scope.js';
import { CapabilityCalls } from '../call/capability-calls.js';
import { currentCall } from '../call/current-call.js';
import { CancelFlags } from '../control/cancel-flags.js';
import { CapabilityCancelledError } from '../error/transient-errors.js';
import type { WorkerPort } from '../transport/worker-port.js';
import { FrameTooLargeError } from '../wire/to-line.js';
import { StreamReply } from './stream-reply.js';

/** Creates a port that records sent frames. */
function listen() {
  const sent: unknown[] = [];
  const port: WorkerPort = {
    mode: 'json',
    pid: 0,
    owned: false,
    flags: new CancelFlags(),
    full: false,
    ready: Promise.resolve(),
    open: () => undefined,
    send: (frame) => {
      if ('method' in frame && frame.method === 'chunk') sent.push(frame.params.value);
    },
    setMaxFrameBytes: () => undefined,
    exit: async () => undefined,
  };
  return { port, sent };
}

function answer(port: WorkerPort, chunks = 16, maxBytes = 1000) {
  return new StreamReply(port, 's', { chunks, bytes: 10_000 }, maxBytes);
}

const scopeOf = () => new CallScope({ kind: 'task', envelope: toCallEnvelope({ callId: 's' }) });
const rest = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a stream is one call to its end, and its generator knows itself in every step', async () => {
  const { port, sent } = listen();
  const calls = new CapabilityCalls(() => 'tool');
  async function* steps() {
    yield [currentCall()?.id, calls.inFlight];
    await rest();
    yield [currentCall()?.id, calls.inFlight];
  }
  const envelope = toCallEnvelope({ callId: 's' });
  expect(await calls.run({ envelope }, (scope) => answer(port).run(steps(), scope))).toBe(2);
  expect(sent).toEqual([
    ['s', 1],
    ['s', 1],
  ]);
  expect(calls.inFlight).toBe(0);
});

test('without credit a generator is not advanced, and goes on as far as credit comes back', async () => {
  const { port, sent } = listen();
  let made = 0;
  async function* count() {
    for (;;) yield (made += 1);
  }
  const stream = answer(port, 4);
  const scope = scopeOf();
  const run = stream.run(count(), scope);
  await rest();
  expect([made, sent.length]).toEqual([4, 4]);
  stream.ack(3);
  await rest();
  expect([made, sent.length]).toEqual([7, 7]);
  scope.cancel('enough');
  stream.wake();
  await expect(run).rejects.toThrow(CapabilityCancelledError);
});

test.each([
  ['a cancel', (scope: CallScope) => scope.cancel(), CapabilityCancelledError],
  ['a chunk too large to send', () => 'x'.repeat(2000), FrameTooLargeError],
])('%s ends the generator, which runs its finally', async (_, next, error) => {
  const { port, sent } = listen();
  const scope = scopeOf();
  let cleaned = 0;
  async function* two() {
    try {
      yield 'first';
      yield next(scope);
    } finally {
      cleaned += 1;
    }
  }
  await expect(answer(port).run(two(), scope)).rejects.toThrow(error);
  expect([sent[0], cleaned]).toEqual(['first', 1]);
});

test('a source that failed is not ended once more', async () => {
  const { port } = listen();
  let ended = 0;
  const broken: AsyncIterator<unknown> = {
    next: async () => {
      throw new Error('it broke');
    },
    return: async () => {
      ended += 1;
      return { done: true, value: undefined };
    },
  };
  const chunks = { [Symbol.asyncIterator]: () => broken };
  await expect(answer(port).run(chunks, scopeOf())).rejects.toThrow('it broke');
  expect(ended).toBe(0);
});
