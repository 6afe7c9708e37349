import { defineTool, Tool, ToolRegistry, type ToolRecord } from '@helve/core';
import { turnPolicy } from '@helve/govern';
import { expect, test } from 'vitest';
import { createSession, type SessionOptions } from '@helve/agent';
import { aCall, callsFor, ends, says, ScriptedTransport, type Scene } from '@helve/agent/testing';
import {
  all,
  aTool,
  counted,
  gate,
  of,
  outcomes,
  record,
  retrieval,
  scripted,
  until,
  utility,
  write,
  resultsOf,
} from '../../../../test/session-kit.js';

const text = (value: string) => ({ type: 'text', text: value }) as const;

test.each([
  ['nothing', undefined, 'its options are not an object'],
  ['no policy', { policy: undefined }, '"policy" is missing; use "none"'],
  ['no tools', { tools: undefined }, 'exactly one of `tools` and `registry`'],
  ['both tools and a registry', { registry: [] }, 'exactly one of `tools` and `registry`'],
  ['a misspelt option', { polcy: 'none' }, 'unknown option "polcy"'],
  ['a limit of nothing', { limits: { stepsPerTurn: 0 } }, 'option "limits" is of type object, expected'],
  ['full docs in voice', { mode: 'voice', docs: 'full' }, '"docs" cannot be "full" in voice mode'],
  ['hold in voice', { mode: 'voice', confirmation: 'hold' }, '"confirmation" cannot be "hold" in voice mode'],
] as const)('createSession refuses %s', (_, change, problem) => {
  const base = { tools: [], mode: 'text', policy: 'none', transport: new ScriptedTransport() };
  const options = change === undefined ? undefined : { ...base, ...change };
  expect(() => createSession(options as unknown as SessionOptions)).toThrow(problem);
});

test('every call gets exactly one result, in provider order, whatever becomes of it', async () => {
  const tools: ToolRecord[] = [
    aTool('fine', utility),
    aTool('throws', utility, () => {
      throw new Error('bug');
    }),
    aTool('rejects', utility, () => Promise.reject(new Error('bug'))),
    aTool('rubbish', utility, () => {
      const cycle: Record<string, unknown> = {};
      return (cycle['self'] = cycle);
    }),
    aTool('hangs', utility, () => new Promise(() => undefined)),
    aTool('elsewhere', { ...utility, allowedModes: ['voice'] }),
  ];
  const sent: readonly (readonly [string, unknown?, string?])[] = [
    ['fine', '', 'empty'],
    ['throws', {}, 'throws'],
    ['rejects', {}, 'rejects'],
    ['rubbish', {}, 'rubbish'],
    ['hangs', {}, 'hangs'],
    ['elsewhere', {}, 'elsewhere'],
    ['fien', {}, 'unknown'],
    ['', {}, 'nameless'],
    ['fine', '{"n": 1', 'broken'],
    ['fine', { n: 1, stray: 2 }, 'stray'],
    ['fine', {}, 'empty'],
    ['fine', { n: 3 }, 'empty'],
  ];
  const policy = turnPolicy({ rules: { text: { deadlineMs: 500, calls: 20 } } });
  const { session, transport } = scripted([callsFor(...sent), says('done')], {
    tools,
    policy,
    limits: { callsAtOnce: 3 },
  });
  const events = await all(session.run('go'));
  expect(transport.results.map(({ id }) => id)).toEqual(sent.map(([, , id]) => id));
  expect(of(events, 'tool_call_started').map(({ callId }) => callId)).toEqual(sent.map(([, , id]) => id));
  expect(
    resultsOf(events)
      .map(({ callId }) => callId)
      .toSorted(),
  ).toEqual(sent.map(([, , id]) => String(id)).toSorted());
  const [first, ...others] = transport.results.map(({ result }) => (result.ok ? 'ok' : result.error.type));
  expect(first).toBe('ok');
  expect(others).toEqual([
    'INTERNAL',
    'INTERNAL',
    expect.any(String),
    'TIMEOUT',
    'MODE_RESTRICTED',
    'NOT_FOUND',
    'NOT_FOUND',
    'VALIDATION',
    'VALIDATION',
    'ok',
    'CONFLICT',
  ]);
  expect(of(events, 'tools_complete')).toHaveLength(1);
});

test('a duplicate id is recorded and not run twice, whether it went well or not', async () => {
  const { tool, ran } = counted('send', write, 'sent');
  let tries = 0;
  const fails = aTool('fails', write, () => {
    tries += 1;
    throw new Error('bug');
  });
  const scenes = [
    callsFor(['send', {}, 'a'], ['send', {}, 'a'], ['fails', {}, 'b'], ['fails', {}, 'b']),
    says('done'),
    callsFor(['send', {}, 'a']),
    says('again'),
  ];
  // Without a policy, too.
  const { session } = scripted(scenes, { tools: [tool, fails], policy: 'none' });
  const events = [...(await all(session.run('go'))), ...(await all(session.run('again')))];
  expect(outcomes(events)).toEqual(['ok', 'ok', 'INTERNAL', 'INTERNAL', 'ok']);
  expect([ran.length, tries]).toEqual([1, 1]);
  expect(resultsOf(events).at(-1)?.response.meta).toMatchObject({ replayed: true, originalTurn: 1 });
});

test('parallel calls run side by side, at most as many as the mode allows', async () => {
  for (const [mode, atOnce] of [
    ['voice', 2],
    ['text', 4],
  ] as const) {
    let [running, most] = [0, 0];
    const tool = aTool('work', utility, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
    });
    const calls = Array.from({ length: 8 }, (_, n) => ['work', { n }] as const);
    const { session } = scripted([callsFor(...calls), says('done')], { tools: [tool], mode, policy: 'none' });
    await all(session.run('go'));
    expect(most).toBe(atOnce);
  }
});

test('a tool that calls others does not wait for its own slot', async () => {
  const inner = aTool('inner', utility);
  const outer = aTool('outer', utility, (_, ctx) => ctx.invoke('inner', {}));
  const calls = Array.from({ length: 4 }, (_, n) => ['outer', { n }] as const);
  const options = { tools: [inner, outer], policy: 'none', limits: { callsAtOnce: 1 } } as const;
  const { session } = scripted([callsFor(...calls), says('done')], options);
  expect(outcomes(await all(session.run('go')))).toEqual(['ok', 'ok', 'ok', 'ok']);
});

test.each([
  ['voice', 5],
  ['text', 12],
] as const)('the last of the steps of a %s turn is asked with tools off', async (mode, limit) => {
  const choices: unknown[] = [];
  const loop: Scene = ({ setup }) => {
    choices.push(setup.toolChoice);
    return setup.toolChoice === 'none' ? says('all right') : callsFor(['nothing', {}]);
  };
  const { session, transport } = scripted(
    Array.from({ length: limit }, () => loop),
    { tools: [aTool('add', utility)], mode },
  );
  const events = await all(session.run('go'));
  expect(choices).toEqual([...Array.from({ length: limit - 1 }, () => 'auto'), 'none']);
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'done', totals: { steps: limit } }]);
  // The next turn has its tools again.
  transport.play(({ setup }) => (choices.push(setup.toolChoice), says('hello')));
  await all(session.run('next'));
  expect(choices.at(-1)).toBe('auto');
});

test('a model that calls tools although they are off is refused, and the turn ends', async () => {
  const { tool, ran } = counted('add', utility);
  const scenes = [callsFor(['add', { n: 1 }]), callsFor(['add', { n: 2 }])];
  const { session, transport } = scripted(scenes, { tools: [tool], limits: { stepsPerTurn: 2 } });
  const events = await all(session.run('go'));
  expect(outcomes(events)).toEqual(['ok', 'BUDGET_EXCEEDED']);
  expect(transport.sent.at(-1)).toMatchObject({ kind: 'results', ask: false });
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'step-limit' }]);
  expect(ran).toHaveLength(1);
});

test('progress and streamed output are events of the turn', async () => {
  const tool = defineTool({
    id: 'stream',
    description: 'Streams',
    inputSchema: { type: 'object' },
    policy: utility,
    async *execute(_, ctx) {
      ctx.progress(1, 2, 'half');
      yield 'a';
      yield 'b';
    },
  }) as ToolRecord;
  const { session } = scripted([callsFor(['stream', {}, 'c']), says('done')], { tools: [tool] });
  const events = await all(session.run('go'));
  expect(of(events, 'tool_progress')).toMatchObject([
    { callId: 'c', tool: 'stream', done: 1, total: 2, message: 'half' },
  ]);
  expect(of(events, 'tool_chunk').map(({ chunk }) => chunk)).toEqual(['a', 'b']);
  expect(resultsOf(events)[0]?.response).toMatchObject({ ok: true });
});

test('events are numbered through the whole session', async () => {
  const { session } = scripted([callsFor(['add']), says('one'), says('two')], { tools: [aTool('add', utility)] });
  const events = [...(await all(session.run('a'))), ...(await all(session.run('b')))];
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(new Set(events.map(({ turn }) => turn))).toEqual(new Set([1, 2]));
  expect(events.every((event) => Object.isFrozen(event))).toBe(true);
});

test.each([
  ['refusal', 'refusal'],
  ['filtered', 'filtered'],
  ['context-full', 'context-full'],
  ['length', 'length'],
  ['failed', 'failed'],
] as const)('a model that stops by %s ends the turn so', async (reason, end) => {
  const { session } = scripted([[text('I'), ends(reason)]]);
  expect(of(await all(session.run('go')), 'turn_end')).toMatchObject([{ reason: end }]);
});

test('a model that pauses is asked again, and one that cannot call is told once', async () => {
  const paused = scripted([[text('thinking'), ends('paused')], says('done')]);
  expect(of(await all(paused.session.run('go')), 'turn_end')).toMatchObject([{ reason: 'done', totals: { steps: 2 } }]);
  expect(paused.transport.sent.map(({ kind }) => kind)).toContain('again');
  const clumsy = scripted([[ends('malformed-call')], says('never mind')]);
  expect(of(await all(clumsy.session.run('go')), 'turn_end')).toMatchObject([{ reason: 'done' }]);
  expect(clumsy.transport.userTexts).toEqual(['go', expect.stringContaining('could not be read')]);
  const hopeless = scripted([[ends('malformed-call')], [ends('malformed-call')]]);
  expect(of(await all(hopeless.session.run('go')), 'turn_end')).toMatchObject([{ reason: 'model-error' }]);
});

test('a call that the provider cut off is answered and not run', async () => {
  const { tool, ran } = counted('add', utility);
  const cut: Scene = [
    { type: 'call', call: { id: 'c', name: 'add', args: '{"n": 1}', raw: null, truncated: true } },
    ends('length'),
  ];
  const { session } = scripted([cut, says('done')], { tools: [tool] });
  const events = await all(session.run('go'));
  expect(resultsOf(events)[0]?.response).toMatchObject({
    error: { type: 'VALIDATION', details: { code: 'AGENT_ARGUMENTS_TRUNCATED' } },
  });
  expect(ran).toEqual([]);
});

test('calls of a step that failed are not run', async () => {
  const { tool, ran } = counted('add', utility);
  const { session, transport } = scripted([[aCall('add'), ends('failed')]], { tools: [tool] });
  await all(session.run('go'));
  expect([ran, transport.results]).toEqual([[], []]);
});

test('what the provider throws becomes an error event, and the session lives on', async () => {
  const { session, transport } = scripted([]);
  transport.sendUser = () => Promise.reject(new Error('secret detail'));
  const events = await all(session.run('go'));
  expect(of(events, 'error')).toMatchObject([{ error: { code: 'AGENT_FAILED', retryable: false } }]);
  expect(JSON.stringify(events)).not.toContain('secret detail');
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'failed' }]);
  Reflect.deleteProperty(transport, 'sendUser');
  expect(await session.run('again').done).toBe('done');
});

test('a turn that is interrupted calls off what runs, drops what waits, and answers for both', async () => {
  const started: number[] = [];
  const aborted: number[] = [];
  const tool = aTool('work', utility, ({ n = 0 }, ctx) => {
    started.push(n);
    return new Promise((_, reject) => {
      ctx.signal.addEventListener('abort', () => {
        aborted.push(n);
        reject(new Error('stopped'));
      });
    });
  });
  const calls = [0, 1, 2].map((n) => ['work', { n }] as const);
  const { session, transport } = scripted([callsFor(...calls), says('hello again')], { tools: [tool], mode: 'voice' });
  const { seen, ended } = record(session.run('go'));
  await until(() => started.length === 2);
  await session.interrupt();
  await ended;
  expect([started, aborted]).toEqual([
    [0, 1],
    [0, 1],
  ]);
  expect(outcomes(seen)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  expect(of(seen, 'turn_end')).toMatchObject([{ reason: 'interrupted' }]);
  expect(transport.sent.at(-1)).toMatchObject({ kind: 'results', ask: false });
  expect(await session.run('hi').done).toBe('done');
});

test('whoever leaves the loop ends the turn', async () => {
  const { session, transport } = scripted([[text('a')], says('b')]);
  for await (const event of session.run('go')) if (event.type === 'text') break;
  expect(transport.sent.map(({ kind }) => kind)).toContain('cancel');
  expect(of(await all(session.run('next')), 'text')).toMatchObject([{ text: 'b' }]);
});

test('a second turn waits in text, and interrupts in voice', async () => {
  const door = gate();
  const tool = aTool('wait', utility, () => door.opened);
  const waiting = scripted([callsFor(['wait']), says('one'), says('two')], { tools: [tool] });
  const first = waiting.session.run('a');
  const second = waiting.session.run('b');
  await until(() => waiting.transport.userTexts.length === 1);
  door.open();
  expect([await first.done, await second.done]).toEqual(['done', 'done']);
  expect(waiting.transport.userTexts).toEqual(['a', 'b']);

  const never = aTool(
    'wait',
    utility,
    (_, ctx) => new Promise((_resolve, reject) => ctx.signal.addEventListener('abort', reject)),
  );
  const speaking = scripted([callsFor(['wait']), says('two')], { tools: [never], mode: 'voice' });
  const old = speaking.session.run('a');
  await until(() => speaking.transport.userTexts.length === 1);
  const skipped = speaking.session.run('b');
  const fresh = speaking.session.run('c');
  expect([await old.done, await skipped.done, await fresh.done]).toEqual(['interrupted', 'interrupted', 'done']);
  expect(speaking.transport.userTexts).toEqual(['a', 'c']);
});

test('a registry that is rebuilt under a session does not reach it: version, tools and mode stay', async () => {
  const registry = new ToolRegistry();
  registry.addInline(aTool('add', utility, () => 'old'));
  const { session, transport } = scripted([callsFor(['add'], ['late']), says('done')], {
    registry,
    tools: undefined,
  } as never);
  const version = registry.snapshot().version;
  registry.replace(aTool('add', { ...utility, allowedModes: ['voice'] }, () => 'new'));
  registry.addInline(aTool('late', utility));
  const events = await all(session.run('go'));
  expect(outcomes(events)).toEqual(['ok', 'NOT_FOUND']);
  expect(resultsOf(events)[0]?.response).toMatchObject({ data: 'old', meta: { registryVersion: version } });
  expect(JSON.stringify(transport.setup.tools)).not.toContain('late');
  const next = scripted([callsFor(['late']), says('done')], { tools: registry });
  expect(outcomes(await all(next.session.run('go')))).toEqual(['ok']);
});

test('a session may have its tools by user', async () => {
  const tools = async ({ id }: { readonly id: string }) => [aTool(id === 'root' ? 'admin' : 'guest', utility)];
  for (const [id, expected] of [
    ['root', 'ok'],
    ['ada', 'NOT_FOUND'],
  ] as const) {
    const { session } = scripted([callsFor(['admin']), says('done')], { tools, user: { id } });
    expect(outcomes(await all(session.run('go')))).toEqual([expected]);
  }
  const broken = scripted([], { tools: () => Promise.reject(new Error('no tools today')) });
  expect(of(await all(broken.session.run('go')), 'turn_end')).toMatchObject([{ reason: 'failed' }]);
});

test('classes are tools too, and the very instance that was hydrated runs', async () => {
  const instances: object[] = [];
  @Tool({
    type: 'function',
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    policy: retrieval,
  })
  class Weather {
    readonly city: string;
    constructor({ city }: { city: string }) {
      this.city = city;
    }
    async run() {
      instances.push(this);
      return `sun in ${this.city}`;
    }
  }
  const hydrated: unknown[] = [];
  const { session } = scripted([callsFor(['weather', { city: 'Oslo' }]), says('sun')], {
    tools: [Weather],
    onHydrated: ({ tool }) => void hydrated.push(tool),
  });
  const events = await all(session.run('weather?'));
  expect(resultsOf(events)[0]?.response).toMatchObject({ ok: true, data: 'sun in Oslo' });
  expect(hydrated).toEqual(instances);
  expect(hydrated[0]).toBe(instances[0]);
});

test('a closed session begins no turn, and closing interrupts', async () => {
  const tool = aTool(
    'wait',
    utility,
    (_, ctx) => new Promise((_resolve, reject) => ctx.signal.addEventListener('abort', reject)),
  );
  const { session, transport } = scripted([callsFor(['wait'])], { tools: [tool] });
  const run = session.run('go');
  const queued = session.run('next');
  await until(() => transport.userTexts.length === 1);
  await session.close();
  expect([await run.done, await queued.done]).toEqual(['interrupted', 'failed']);
  expect(transport.sent.at(-1)).toEqual({ kind: 'close' });
  expect(() => session.run('more')).toThrow('the session is closed');
  await session.close();
});

test('a live session cannot run, and one by requests cannot attach', () => {
  expect(() => scripted([]).session.attach()).toThrow('the transport is not live');
  expect(() => scripted([], { script: { live: true } }).session.run('x')).toThrow('the transport is live');
});
