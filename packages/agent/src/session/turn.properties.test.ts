import { ok, type ToolRecord } from '@helve/core';
import { turnRules } from '@helve/govern';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentSession, TurnEvent } from '@helve/agent';
import { aCall, ends, type ScriptedTransport, type Sent } from '@helve/agent/testing';
import { aTool, of, record, retrieval, scripted, utility, write } from '../../../../test/session-kit.js';

interface Ran {
  readonly turn: string;
  readonly tool: string;
}

/** Creates tools of every behaviour, and records their runs. */
function tempers(ran: Ran[]): readonly ToolRecord[] {
  const make = (id: string, policy: Parameters<typeof aTool>[1], act: (n: number, signal: AbortSignal) => unknown) =>
    aTool(id, policy, ({ n = 0 }, ctx) => {
      ran.push({ turn: ctx.call.turnId ?? '', tool: id });
      return act(n, ctx.signal);
    });
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(ms), ms);
      signal.addEventListener('abort', () => (clearTimeout(timer), reject(new Error('stopped'))));
    });
  return [
    make('find', retrieval, (n, signal) => wait(n, signal)),
    make('add', utility, (n) => ok(n, { intents: [{ type: 'SET_PENDING_MESSAGE', message: `m${n}` }] })),
    make('send', write, (n, signal) => wait(n, signal)),
    make('break', utility, () => {
      throw new Error('bug');
    }),
    make('ask', { ...write, requiresConfirmation: true }, () => 'never'),
    make('speak', { ...utility, allowedModes: ['nowhere'] }, () => 'never'),
  ];
}

const call = fc.record({
  name: fc.constantFrom('find', 'find', 'find', 'add', 'send', 'break', 'ask', 'speak', 'unknown', ''),
  args: fc.oneof(
    fc.record({ n: fc.integer({ min: 0, max: 6 }) }),
    fc.constantFrom('', '{', '{"n":"x"}', '[]', '{"n":1,"n":2}', 'null'),
  ),
  again: fc.boolean(),
});
const step = fc.array(call, { maxLength: 5 });
const turn = fc.record({
  steps: fc.array(step, { maxLength: 4 }),
  interruptMs: fc.option(fc.integer({ min: 0, max: 8 })),
});

const limit = { numRuns: 60, endOnFailure: true, timeout: 20_000 };

/** Checks the invariants of any sequence of turns. */
function check(
  session: AgentSession,
  events: readonly TurnEvent[],
  transport: ScriptedTransport,
  ran: readonly Ran[],
  mode: 'voice' | 'text',
) {
  const started = of(events, 'tool_call_started').map(({ callId }) => callId);
  const answered = of(events, 'tool_result').map(({ callId }) => callId);
  expect(answered.toSorted()).toEqual(started.toSorted());
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  for (const turnId of new Set(ran.map((one) => one.turn))) {
    const calls = ran.filter((one) => one.turn === turnId);
    const found = calls.filter(({ tool }) => tool === 'find').length;
    expect(found, turnId).toBeLessThanOrEqual(turnRules[mode].retrievalCalls);
    expect(calls.length, turnId).toBeLessThanOrEqual(turnRules[mode].calls);
  }
  for (const tool of ['ask', 'speak']) expect(ran.filter((one) => one.tool === tool)).toEqual([]);
  const ends2 = of(events, 'turn_end');
  expect(ends2.map(({ turn: number }) => number)).toEqual(ends2.map((_, index) => index + 1));
  expect(session.totals.turns).toBe(ends2.length);
  expect(transport.results.length).toBeLessThanOrEqual(started.length);
}

test.each(['voice', 'text'] as const)(
  'any turns of a %s session keep every promise',
  async (mode) => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
        const ran: Ran[] = [];
        const applied = new Set<string>();
        const { session, transport } = scripted([], { tools: tempers(ran), mode });
        session.state.subscribe((snapshot) => applied.add(String(snapshot.pendingMessage)));
        const events: TurnEvent[] = [];
        let ids = 0;
        for (const { steps, interruptMs } of turns) {
          const scenes = steps.map((calls) => [
            ...calls.map(({ name, args, again }) =>
              aCall(name, args, again && ids > 0 ? `id${ids}` : `id${(ids += 1)}`),
            ),
            ends(calls.length > 0 ? 'calls' : 'stop'),
          ]);
          transport.play(...scenes);
          const run = record(session.run('go'));
          if (interruptMs !== null) await new Promise((resolve) => setTimeout(resolve, interruptMs));
          if (interruptMs !== null) await session.interrupt();
          await run.ended;
          events.push(...run.seen);
          transport.forget();
        }
        check(session, events, transport, ran, mode);
        checkIntents(transport.sent, applied);
        // Where requests carry the history, the provider has the result of every answered call.
        const answered = of(events, 'tool_result').map(({ callId }) => callId);
        expect(transport.results.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());
      }),
      limit,
    );
  },
  60_000,
);

/** Checks that intents took effect before the provider received the result, unless the turn was cancelled. */
function checkIntents(sent: readonly Sent[], applied: ReadonlySet<string>): void {
  for (const one of sent) {
    if (one.kind !== 'results' || !one.ask) continue;
    for (const { name, result } of one.results) {
      if (name === 'add' && result.ok && result.meta['replayed'] !== true)
        expect(applied).toContain(`m${String(result.data)}`);
    }
  }
}

const said = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('calls' as const),
      calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('text', 'audio', 'turn_end', 'stop', 'interrupted', 'send', 'usage'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 6 }) }) },
);

test.each([false, true])(
  'anything a live provider (one that forgets: %s) may say keeps every promise',
  async (forgetsInterrupted) => {
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 14 }), async (events) => {
        const ran: Ran[] = [];
        const script = { live: true, forgetsInterrupted, silent: true };
        const { session, transport } = scripted([], { tools: tempers(ran), mode: 'voice', script });
        const { seen, ended } = record(session.attach());
        const cancelled = new Map<string, number>();
        let ids = 0;
        await session.send({ text: 'hello' });
        for (const event of events) {
          if (event.kind === 'calls') {
            transport.say(...event.calls.map(({ name, args }) => aCall(name, args, `id${(ids += 1)}`)), ends('calls'));
          } else if (event.kind === 'cancel') {
            const taken = Array.from({ length: event.count }, (_, back) => `id${ids - back}`);
            transport.say({ type: 'call_cancelled', ids: taken });
            // Answers may cross with it until it is read.
            await new Promise((resolve) => setImmediate(resolve));
            for (const id of taken) if (!cancelled.has(id)) cancelled.set(id, transport.sent.length);
          } else if (event.kind === 'wait') await new Promise((resolve) => setTimeout(resolve, event.ms));
          else if (event.kind === 'send') await session.send({ text: 'more' });
          else if (event.kind === 'text') transport.say({ type: 'text', text: 'x' });
          else if (event.kind === 'audio') transport.say({ type: 'audio', data: 'A', mimeType: 'audio/pcm' });
          else if (event.kind === 'usage') transport.say({ type: 'usage', inputTokens: 1, outputTokens: 1 });
          else if (event.kind === 'stop') transport.say(ends('stop'));
          else if (event.kind === 'turn_end') transport.say({ type: 'turn_end' });
          else transport.say({ type: 'interrupted' });
        }
        await session.close();
        await ended;
        check(session, seen, transport, ran, 'voice');
        const sent = transport.results.map(({ id }) => id);
        expect(new Set(sent).size).toBe(sent.length);
        // A call that was cancelled before its answer is never answered.
        transport.sent.forEach((one, at) => {
          if (one.kind !== 'results') return;
          for (const { id } of one.results) expect(cancelled.get(id) ?? Infinity, id).toBeGreaterThan(at);
        });
      }),
      limit,
    );
  },
  60_000,
);
