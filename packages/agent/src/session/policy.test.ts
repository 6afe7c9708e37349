import { ToolError, type ToolPolicy } from '@helve/core';
import { turnPolicy, type LateCall } from '@helve/govern';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSession, type SessionOptions } from '@helve/agent';
import { callsFor, says, ScriptedTransport, type Scene } from '@helve/agent/testing';
import {
  all,
  aTool,
  counted,
  gate,
  of,
  outcomes,
  retrieval,
  scripted,
  utility,
  write,
  resultsOf,
} from '../../../../test/session-kit.js';

const modes = ['voice', 'text'] as const;

/** Plays single calls, one per message. */
const oneByOne = (tool: string, count: number): Scene[] =>
  Array.from({ length: count }, (_, n) => callsFor([tool, { n }]));

describe.each(modes)('in %s', (mode) => {
  const other = mode === 'voice' ? 'text' : 'voice';

  test('F51: a tool of another mode is refused before its arguments are looked at, and does not run', async () => {
    const { tool, ran } = counted('speak', { ...utility, allowedModes: [other] });
    const scenes = [callsFor(['speak', { n: 'secret shape' }], ['speak', '{"broken']), says('no')];
    const { session } = scripted(scenes, { tools: [tool], mode });
    const events = await all(session.run('go'));
    expect(outcomes(events)).toEqual(['MODE_RESTRICTED', 'MODE_RESTRICTED']);
    expect(JSON.stringify(of(events, 'tool_result'))).not.toMatch(/"issues"|number/);
    expect(ran).toEqual([]);
  });

  test('F63: refusals of the policy are final and have changed nothing', async () => {
    const tools = [
      aTool('speak', { ...utility, allowedModes: [other] }),
      aTool('send', { ...write, requiresConfirmation: true }),
      aTool('find', retrieval),
      aTool('same', utility),
    ];
    const many = Array.from({ length: 12 }, (_, n) => ['find', { n }] as const);
    const scenes = [
      callsFor(['speak'], ['send']),
      callsFor(['same'], ['same'], ['same']),
      callsFor(...many),
      says('enough'),
    ];
    const { session } = scripted(scenes, { tools, mode });
    const failed = of(await all(session.run('go')), 'tool_result').flatMap(({ response }) =>
      response.ok ? [] : [response.error],
    );
    const types = new Set(failed.map(({ type }) => type));
    expect([...types].sort()).toEqual(['BUDGET_EXCEEDED', 'CONFIRMATION_REQUIRED', 'LOOP_DETECTED', 'MODE_RESTRICTED']);
    for (const error of failed) expect(error).toMatchObject({ retryable: false, partialSideEffects: false });
  });

  test('F55: counters are those of one session and start anew each turn, while totals run on', async () => {
    const limit = mode === 'voice' ? 2 : 5;
    const turn = () => [
      callsFor(...Array.from({ length: limit + 1 }, (_, n) => ['find', { n }] as const)),
      says('done'),
    ];
    const { tool, ran } = counted('find', retrieval);
    const first = scripted([...turn(), ...turn()], { tools: [tool], mode });
    const second = scripted(turn(), { tools: [tool], mode });
    const expected = [...Array.from({ length: limit }, () => 'ok'), 'BUDGET_EXCEEDED'];
    expect(outcomes(await all(first.session.run('one')))).toEqual(expected);
    expect(outcomes(await all(first.session.run('two')))).toEqual(expected);
    expect(outcomes(await all(second.session.run('one')))).toEqual(expected);
    expect(ran).toHaveLength(3 * limit);
    expect(first.session.totals).toMatchObject({ turns: 2, byCategory: { retrieval: 2 * limit } });
  });

  test('F57: a call that takes longer than its tool promised is delivered with a warning, and measured', async () => {
    const late: LateCall[] = [];
    const slow = aTool(
      'slow',
      { ...utility, latencyBudgetMs: 5 },
      () => new Promise((r) => setTimeout(() => r(1), 30)),
    );
    const policy = turnPolicy({ onLate: (one) => late.push(one) });
    const { session } = scripted([callsFor(['slow']), says('done')], { tools: [slow], mode, policy });
    const events = await all(session.run('go'));
    expect(outcomes(events)).toEqual(['ok']);
    expect(of(events, 'warning')).toMatchObject([{ code: 'GOVERN_LATE', tool: 'slow' }]);
    expect(late).toMatchObject([{ toolId: 'slow', budgetMs: 5 }]);
  });

  test('F56: a slow retrieval is delivered with a warning', async () => {
    const slow = aTool('slow', retrieval, () => new Promise((r) => setTimeout(() => r('found'), 30)));
    const policy = turnPolicy({ rules: { [mode]: { retrievalMs: 5 } } });
    const { session } = scripted([callsFor(['slow']), says('done')], { tools: [slow], mode, policy });
    const events = await all(session.run('go'));
    expect(outcomes(events)).toEqual(['ok']);
    expect(of(events, 'warning')).toMatchObject([{ code: 'GOVERN_LATE', message: expect.stringContaining('5 ms') }]);
  });
});

test('F52: the mode is said by the session alone, and reaches every call', async () => {
  const heard: unknown[] = [];
  const tool = aTool('listen', utility, (_, ctx) => heard.push(ctx.call.mode));
  for (const mode of [...modes, 'kiosk']) {
    // A provider that is asked by requests serves a session of voice as well.
    const { session } = scripted([callsFor(['listen']), says('done')], { tools: [tool], mode });
    await all(session.run('go'));
  }
  expect(heard).toEqual(['voice', 'text', 'kiosk']);
  const transport = new ScriptedTransport();
  expect(() => createSession({ tools: [], transport, policy: 'none' } as unknown as SessionOptions)).toThrow(
    '"mode" is missing',
  );
});

const spreads: Record<string, (limit: number) => Scene[]> = {
  'over messages': (limit) => oneByOne('find', limit + 1),
  'in parallel': (limit) => [callsFor(...Array.from({ length: limit + 1 }, (_, n) => ['find', { n }] as const))],
  'over both': (limit) => [
    callsFor(['find', { n: 0 }]),
    callsFor(...Array.from({ length: limit }, (_, n) => ['find', { n: n + 1 }] as const)),
  ],
};

test.each(Object.keys(spreads))('F53: the third retrieval of a voice turn is refused, spread %s', async (how) => {
  const { tool, ran } = counted('find', retrieval);
  const { session } = scripted([...(spreads[how]?.(2) ?? []), says('done')], { tools: [tool], mode: 'voice' });
  expect(outcomes(await all(session.run('go')))).toEqual(['ok', 'ok', 'BUDGET_EXCEEDED']);
  expect(ran).toHaveLength(2);
});

test.each(Object.keys(spreads))('F54: the sixth retrieval of a text turn is refused, spread %s', async (how) => {
  const { tool, ran } = counted('find', retrieval);
  const { session } = scripted([...(spreads[how]?.(5) ?? []), says('done')], { tools: [tool] });
  expect(outcomes(await all(session.run('go')))).toEqual([...Array.from({ length: 5 }, () => 'ok'), 'BUDGET_EXCEEDED']);
  expect(ran).toHaveLength(5);
});

test.each([
  ['voice', 3],
  ['text', 10],
] as const)('a %s turn has %i calls in all, of any kind', async (mode, limit) => {
  const { tool, ran } = counted('add', utility);
  const calls = Array.from({ length: limit + 2 }, (_, n) => ['add', { n }] as const);
  const { session } = scripted([callsFor(...calls), says('done')], { tools: [tool], mode });
  const results = outcomes(await all(session.run('go')));
  expect(results).toEqual([...Array.from({ length: limit }, () => 'ok'), 'BUDGET_EXCEEDED', 'BUDGET_EXCEEDED']);
  expect(ran).toHaveLength(limit);
});

test('what never ran costs nothing: refused, invalid and repeated calls leave their place to others', async () => {
  const { tool, ran } = counted('find', retrieval);
  const scenes = [
    callsFor(['find', { n: 'x' }], ['find', '{"n":'], ['nothing', {}]),
    callsFor(['find', { n: 1 }, 'same']),
    callsFor(['find', { n: 1 }, 'same'], ['find', { n: 2 }]),
    says('done'),
  ];
  const { session } = scripted(scenes, { tools: [tool], mode: 'voice' });
  const results = outcomes(await all(session.run('go')));
  expect(results).toEqual(['VALIDATION', 'VALIDATION', 'NOT_FOUND', 'ok', 'ok', 'ok']);
  expect(ran).toEqual([{ n: 1 }, { n: 2 }]);
});

test('which call meets a limit follows the order of the provider, however long the gates take', async () => {
  const waits = [15, 1, 8];
  const { tool, ran } = counted('find', retrieval);
  const { session } = scripted([callsFor(['find', { n: 0 }], ['find', { n: 1 }], ['find', { n: 2 }]), says('done')], {
    tools: [tool],
    mode: 'voice',
    onHydrated: async ({ provenance }) => {
      const { n } = provenance.validated as { n: number };
      await new Promise((resolve) => setTimeout(resolve, waits[n]));
      return undefined;
    },
  });
  expect(outcomes(await all(session.run('go')))).toEqual(['ok', 'ok', 'BUDGET_EXCEEDED']);
  expect(ran).toEqual([{ n: 0 }, { n: 1 }]);
});

test('calls that a tool makes count by their own category against the same turn', async () => {
  const { tool: find, ran } = counted('find', retrieval);
  const helper = aTool('helper', utility, async (_, ctx) => {
    const refused: unknown[] = [];
    for (const n of [1, 2, 3]) {
      await ctx.invoke('find', { n }).catch((error: unknown) => refused.push((error as { code?: string }).code));
    }
    return { refused };
  });
  const scenes = [callsFor(['helper']), callsFor(['find', { n: 9 }]), says('done')];
  const policy = turnPolicy({ rules: { voice: { calls: 20 } } });
  const { session } = scripted(scenes, { tools: [find, helper], mode: 'voice', policy });
  const events = await all(session.run('go'));
  expect(ran).toHaveLength(2);
  expect(resultsOf(events)[0]?.response).toMatchObject({ data: { refused: ['BUDGET_EXCEEDED'] } });
  expect(outcomes(events)).toEqual(['ok', 'BUDGET_EXCEEDED']);
  expect(session.totals.byCategory).toEqual({ retrieval: 2, utility: 1 });
});

test('F58: the tools of a voice turn are noticed when they take long, and overlapping ones count once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const second = gate();
  const slow = aTool('slow', utility, async ({ n = 0 }) => {
    if (n === 10) await second.opened;
    else vi.advanceTimersByTime(40);
    if (n === 11) second.open();
    return n + 1;
  });
  const codes = async (noticeMs: number, warningMs: number, scenes: Scene[]) => {
    const policy = turnPolicy({ rules: { voice: { noticeMs, warningMs } } });
    const { session } = scripted([...scenes, says('done')], { tools: [slow], mode: 'voice', policy });
    const events = await all(session.run('go'));
    expect(outcomes(events).every((outcome) => outcome === 'ok')).toBe(true);
    return { codes: of(events, 'warning').map(({ code }) => code), toolMs: session.totals.toolMs };
  };
  const parallel = [callsFor(['slow', { n: 10 }], ['slow', { n: 11 }])];
  const together = await codes(70, 500, parallel);
  expect(together.codes).toEqual([]);
  expect(together.toolMs).toBe(40);
  const apart = await codes(70, 100, [...oneByOne('slow', 3)]);
  expect(apart.codes).toEqual(['GOVERN_TURN_TIME', 'GOVERN_TURN_SLOW']);
});

const flaky = (policy: Partial<ToolPolicy>, options: { partialSideEffects?: boolean; retryAfterMs?: number } = {}) => {
  let attempts = 0;
  const tool = aTool('flaky', policy, () => {
    attempts += 1;
    if (attempts < 3) throw new ToolError('TRANSIENT', 'Cannot reach it', { retryable: true, ...options });
    return 'there';
  });
  return { tool, attempts: () => attempts };
};

test.each([
  ['a retrieval in text', 'text', retrieval, {}, 3, 'ok'],
  ['an idempotent write in text', 'text', { ...write, idempotent: true }, {}, 3, 'ok'],
  ['a write under a key the agent made', 'text', write, {}, 1, 'TRANSIENT'],
  ['one with partial side effects', 'text', retrieval, { partialSideEffects: true }, 1, 'TRANSIENT'],
  ['a retrieval in voice', 'voice', retrieval, {}, 1, 'TRANSIENT'],
  ['one that wants to wait for an hour', 'text', retrieval, { retryAfterMs: 3_600_000 }, 1, 'TRANSIENT'],
] as const)('F76: %s is tried as often as that is safe', async (_, mode, policy, error, attempts, outcome) => {
  const tried = flaky(policy, error);
  const waits: number[] = [];
  const sleep = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  const rules = turnPolicy({ sleep, rules: { text: { deadlineMs: 60_000 } } });
  const { session } = scripted([callsFor(['flaky']), says('done')], { tools: [tried.tool], mode, policy: rules });
  expect(outcomes(await all(session.run('go')))).toEqual([outcome]);
  expect(tried.attempts()).toBe(attempts);
  if (attempts === 3) expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
});

test('the third equal call and a tool that keeps finding nothing are called loops, with advice', async () => {
  const tools = [aTool('same', utility), aTool('empty', retrieval, () => ({ results: [] }))];
  const scenes = [
    callsFor(['same', { n: 1 }], ['same', { n: 1 }]),
    callsFor(['same', '{ "n": 1 }']),
    callsFor(['empty', { n: 1 }]),
    callsFor(['empty', { n: 2 }]),
    callsFor(['empty', { n: 3 }]),
    callsFor(['same', '{oops']),
    callsFor(['same', '{oops']),
    callsFor(['same', '{oops']),
    says('done'),
  ];
  const { session } = scripted(scenes, { tools });
  const events = await all(session.run('go'));
  expect(outcomes(events)).toEqual([
    'ok',
    'ok',
    'LOOP_DETECTED',
    'ok',
    'ok',
    'LOOP_DETECTED',
    'VALIDATION',
    'VALIDATION',
    'LOOP_DETECTED',
  ]);
  expect(JSON.stringify(resultsOf(events)[2])).toContain('suggestion');
});

test('a hanging tool is given up at its deadline, its signal fires, and what it gives late is not sent', async () => {
  let signal: AbortSignal | undefined;
  let finish: (value: unknown) => void = () => undefined;
  const hang = aTool('hang', write, (_, ctx) => {
    signal = ctx.signal;
    return new Promise((resolve) => (finish = resolve));
  });
  const policy = turnPolicy({ rules: { voice: { deadlineMs: 20 } } });
  const scenes = [callsFor(['hang']), says('it hangs'), says('I see')];
  const { session, transport } = scripted(scenes, { tools: [hang], mode: 'voice', policy });
  const events = await all(session.run('go'));
  expect(outcomes(events)).toEqual(['TIMEOUT']);
  expect(resultsOf(events)[0]?.response).toMatchObject({ error: { partialSideEffects: true } });
  expect(signal?.aborted).toBe(true);
  finish('late');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(transport.results).toHaveLength(1);
  await all(session.run('and?'));
  expect(transport.userTexts.at(-1)).toMatch(/hang.*finished nevertheless[^]*and\?/);
});

test('equal writes of one turn run once where the provider gives no ids, and their intents are applied once', async () => {
  const { tool, ran } = counted('send', write);
  const scenes = [
    callsFor(['send', { n: 1 }], ['send', { n: 1 }]),
    says('sent'),
    callsFor(['send', { n: 1 }]),
    says('again'),
  ];
  const options = { tools: [tool], script: { idsStable: false } };
  const { session } = scripted(scenes, options);
  const events = await all(session.run('go'));
  expect(outcomes(events)).toEqual(['ok', 'ok']);
  expect(ran).toHaveLength(1);
  expect(resultsOf(events)[1]?.response.meta).toMatchObject({ replayed: true, originalTurn: 1 });
  await all(session.run('once more'));
  expect(ran).toHaveLength(2);
  const off = scripted([callsFor(['send', { n: 1 }], ['send', { n: 1 }]), says('sent')], {
    ...options,
    dedupeWrites: false,
  });
  await all(off.session.run('go'));
  expect(ran).toHaveLength(4);
});

test('turnPolicy refuses options it does not know', () => {
  expect(() => turnPolicy({ rules: { voice: { retrievals: 1 } } } as never)).toThrow('Cannot create turnPolicy');
  expect(() => turnPolicy({ rulez: {} } as never)).toThrow('unknown option "rulez"');
});

test('a store of approvals that fails closes the gate', async () => {
  const { tool, ran } = counted('send', { ...write, requiresConfirmation: true });
  const broken = () => Promise.reject(new Error('down'));
  const approvals = { put: broken, get: broken, list: broken, decide: broken, take: broken, settle: broken };
  const { session } = scripted([callsFor(['send']), says('no')], { tools: [tool], approvals });
  expect(outcomes(await all(session.run('go')))).toEqual(['TRANSIENT']);
  expect(ran).toEqual([]);
});
