import { defineTool, type NoSchemaMode, type SideEffects, type ToolRecord } from '@helve/core';
import { describe, expect, test } from 'vitest';
import type { HydrationResult, SessionOptions } from '@helve/agent';
import { callsFor, says } from '@helve/agent/testing';
import { all, counted, of, outcomes, scripted, utility, write, resultsOf } from '../../../../test/session-kit.js';

describe('A35: onHydrated', () => {
  const verdicts: readonly (readonly [
    string,
    Awaited<ReturnType<NonNullable<SessionOptions['onHydrated']>>>,
    string,
    number,
  ])[] = [
    ['approves', 'approve', 'ok', 1],
    ['says nothing', undefined, 'ok', 1],
    ['vetoes', { veto: 'not on Sundays' }, 'AUTH', 0],
    ['asks for a person', 'ask', 'CONFIRMATION_REQUIRED', 0],
  ];
  for (const mode of ['voice', 'text']) {
    test.each(verdicts)(`A35: one that %s, in ${mode}`, async (_, verdict, outcome, runs) => {
      for (const isLate of [false, true]) {
        const { tool, ran } = counted('add', utility);
        const seen: HydrationResult[] = [];
        const { session } = scripted([callsFor(['add', { n: 1 }]), says('done')], {
          tools: [tool],
          mode,
          onHydrated: (result) => {
            seen.push(result);
            return isLate ? Promise.resolve(verdict) : verdict;
          },
        });
        const events = await all(session.run('go'));
        expect(outcomes(events)).toEqual([outcome]);
        expect(seen).toMatchObject([{ success: true, provenance: { validated: { n: 1 } } }]);
        expect(ran).toHaveLength(runs);
        if (outcome === 'AUTH') expect(JSON.stringify(events)).toContain('not on Sundays');
      }
    });
  }

  test('A35: what a person approves runs, and nobody is asked again', async () => {
    const { tool, ran } = counted('add', utility);
    let asked = 0;
    const onHydrated = () => ((asked += 1), 'ask' as const);
    const { session } = scripted([callsFor(['add', { n: 1 }]), says('wait'), says('done')], {
      tools: [tool],
      onHydrated,
    });
    const [request] = of(await all(session.run('go')), 'confirmation_required');
    await all(session.confirm(request?.request.token ?? ''));
    expect(ran).toEqual([{ n: 1 }]);
    expect(asked).toBe(1);
  });

  test('A35: one that throws closes the gate, and one that asks without a policy finds nobody', async () => {
    const { tool, ran } = counted('add', utility);
    const options = { tools: [tool] };
    const throwing = { ...options, onHydrated: () => Promise.reject(new Error('bug')) };
    expect(outcomes(await all(scripted([callsFor(['add']), says('x')], throwing).session.run('go')))).toEqual([
      'INTERNAL',
    ]);
    const alone = { ...options, policy: 'none', onHydrated: () => 'ask' as const } as const;
    expect(outcomes(await all(scripted([callsFor(['add']), says('x')], alone).session.run('go')))).toEqual(['AUTH']);
    expect(ran).toEqual([]);
  });
});

const untyped = (noSchemaMode: NoSchemaMode, sideEffects: SideEffects) => {
  let runs = 0;
  const tool = defineTool({
    id: 'free',
    description: 'Takes anything',
    inputSchema: { type: 'object', additionalProperties: true },
    noSchemaMode,
    policy: { category: 'action', sideEffects, idempotent: true },
    execute: () => (runs += 1),
  }) as ToolRecord;
  return { tool, runs: () => runs };
};

test.each([
  ['read-only', 'none', 'none', 'approval'],
  ['read-only', 'read-only', 'none', 'runs'],
  ['read-only', 'read-only', 'writes', 'approval'],
  ['read-only', 'full', 'none', 'runs'],
  ['read-only', 'full', 'writes', 'approval'],
  ['human-approval', 'none', 'none', 'approval'],
  ['human-approval', 'read-only', 'none', 'approval'],
  ['human-approval', 'full', 'none', 'approval'],
  ['full', 'none', 'none', 'approval'],
  ['full', 'read-only', 'none', 'approval'],
  ['full', 'full', 'writes', 'warns'],
] as const)(
  'A33: a %s tool without a schema, where the session allows %s and it has %s effects: %s',
  async (noSchemaMode, allowUnvalidated: NonNullable<SessionOptions['allowUnvalidated']>, sideEffects, expected) => {
    const { tool, runs } = untyped(noSchemaMode, sideEffects);
    const scenes = [callsFor(['free', { anything: [1] }]), says('done')];
    const { session } = scripted(scenes, { tools: [tool], allowUnvalidated });
    const events = await all(session.run('go'));
    expect(outcomes(events)).toEqual([expected === 'approval' ? 'CONFIRMATION_REQUIRED' : 'ok']);
    expect(runs()).toBe(expected === 'approval' ? 0 : 1);
    expect(resultsOf(events)[0]?.response.meta).toMatchObject({ validated: false, noSchemaMode });
    expect(of(events, 'warning').map(({ code }) => code)).toEqual(expected === 'warns' ? ['AGENT_UNVALIDATED'] : []);
  },
);

test('A33: an approved call of a tool without a schema runs', async () => {
  const { tool, runs } = untyped('human-approval', 'writes');
  const { session } = scripted([callsFor(['free', { a: 1 }]), says('wait'), says('done')], { tools: [tool] });
  const [request] = of(await all(session.run('go')), 'confirmation_required');
  expect(outcomes(await all(session.confirm(request?.request.token ?? '')))).toEqual(['ok']);
  expect(runs()).toBe(1);
});

test('a repaired call of a tool that writes waits for a person, and others run', async () => {
  const send = counted('send', write);
  const add = counted('add', utility);
  const scenes = [callsFor(['send', '{"n": "4"}'], ['add', '{"n": 1,}']), says('done')];
  const { session } = scripted(scenes, { tools: [send.tool, add.tool], repair: 'rules' });
  const events = await all(session.run('go'));
  expect(outcomes(events)).toEqual(['CONFIRMATION_REQUIRED', 'ok']);
  expect([send.ran, add.ran]).toEqual([[], [{ n: 1 }]]);
  expect(resultsOf(events)[1]?.response.meta).toMatchObject({ repaired: true });
});
