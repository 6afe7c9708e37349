import { callsFor, says, type Scene } from '@helve/agent/testing';
import { createMemorySessionStore } from '@helve/agent';
import { expect, test } from 'vitest';
import { aTool, all, of, record, scripted, until, utility } from '../../../../../test/session-kit.js';
import { costOf, priceOf } from './prices.js';

const uses = (inputTokens: number, outputTokens: number, more = {}) =>
  ({ type: 'usage', inputTokens, outputTokens, model: 'm-2026', ...more }) as const;
const prices = { m: { input: 2, output: 10, cachedInput: 1 } };
const tools = [aTool('look', utility)];
const looks = (...before: ReturnType<typeof uses>[]): Scene => [...before, ...callsFor(['look'])];

test('a turn tells what it has cost, with cached input at its own price', async () => {
  const { session } = scripted([[uses(1_000_000, 100_000, { cachedTokens: 400_000 }), ...says('Hi')]], { prices });
  const events = await all(session.run('hello'));
  expect(of(events, 'turn_end')[0]?.totals.cost).toBeCloseTo(0.6 * 2 + 0.4 + 1);
  expect(session.totals.cost).toBeCloseTo(2.6);
});

test('a turn ends before the request that its budget does not allow, and the next one begins anew', async () => {
  const scenes = [looks(uses(60, 0)), looks(uses(60, 0)), says('Never.'), says('Hello.')];
  const { session, transport } = scripted(scenes, { tools, budget: { turn: { tokens: 100 } } });
  const events = await all(session.run('go'));
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'budget-used', totals: { inputTokens: 120 } }]);
  expect(of(events, 'warning')).toMatchObject([
    { code: 'AGENT_BUDGET_USED', details: { of: 'turn', what: 'tokens', limit: 100, used: 120 } },
  ]);
  // Every call has its answer, so that the conversation can go on.
  expect(transport.results).toHaveLength(2);
  expect(of(await all(session.run('again')), 'turn_end')).toMatchObject([{ reason: 'done' }]);
});

test('a session that has used up its budget asks nothing more, also after a restart', async () => {
  const store = createMemorySessionStore();
  const options = { prices, budget: { session: { cost: 1 } }, store, id: 's' };
  const first = scripted([[uses(600_000, 0), ...says('Hi')]], options);
  await all(first.session.run('hello'));
  await first.session.close();
  const { session, transport } = scripted([says('Never.')], options);
  const events = await all(session.run('more'));
  expect(of(events, 'turn_end')).toMatchObject([{ reason: 'budget-used' }]);
  expect(transport.userTexts).toEqual([]);
});

test('a live turn that has used up its budget falls silent, and a session that has ends', async () => {
  const { session, transport } = scripted([], {
    mode: 'voice',
    script: { live: true, silent: true },
    budget: { turn: { tokens: 10 }, session: { tokens: 25 } },
  });
  const { seen, ended } = record(session.attach());
  await session.send({ text: 'hello' });
  transport.say({ type: 'audio', data: 'AAAA', mimeType: 'audio/pcm;rate=24000' }, uses(12, 0));
  await until(() => of(seen, 'turn_end').length === 1);
  await session.send({ text: 'more' });
  transport.say(uses(14, 0));
  await ended;
  expect(of(seen, 'turn_end').map(({ reason }) => reason)).toEqual(['budget-used', 'budget-used']);
  expect(of(seen, 'interrupted')).toHaveLength(2);
});

test('a live session that has used up its budget ends before anything is sent, also after a restart', async () => {
  const store = createMemorySessionStore();
  const options = {
    budget: { session: { tokens: 10 } },
    store,
    id: 's',
    mode: 'voice',
    script: { live: true },
  } as const;
  const first = scripted([[uses(12, 0), ...says('Hi')]], options);
  const heard = record(first.session.attach());
  await first.session.send({ text: 'hello' });
  await heard.ended;
  const { session, transport } = scripted([says('Never.')], options);
  const { seen, ended } = record(session.attach());
  await expect(session.send({ text: 'more' })).rejects.toThrow('the session is closed');
  await ended;
  expect(of(seen, 'warning')).toMatchObject([{ code: 'AGENT_BUDGET_USED', details: { of: 'session' } }]);
  expect(transport.userTexts).toEqual([]);
});

test('a model without a price is told once, and dated versions have the price of their model', async () => {
  const strange = uses(1, 1, { model: 'other' });
  const { session } = scripted(
    [
      [strange, ...says('a')],
      [strange, ...says('b')],
    ],
    { prices },
  );
  const events = [...(await all(session.run('one'))), ...(await all(session.run('two')))];
  expect(of(events, 'warning')).toMatchObject([{ code: 'AGENT_PRICE_UNKNOWN', details: { model: 'other' } }]);
  const table = { gpt: { input: 1, output: 1 }, 'gpt-mini': { input: 2, output: 2 } };
  expect(priceOf(table, 'gpt-mini-2026-01-01')).toBe(table['gpt-mini']);
  expect([priceOf(table, 'gpt-5'), priceOf(table, 'gpts')]).toEqual([table.gpt, undefined]);
  expect(costOf({ input: 1, output: 0 }, { inputTokens: 10, outputTokens: 1, cachedTokens: 20 })).toBe(20 / 1_000_000);
});

test.each([
  [{ prices: { m: { input: 1 } } }, 'prices'],
  [{ budget: { turn: { token: 1 } } }, 'budget'],
  [{ budget: { session: { cost: 0 } } }, 'budget'],
  [{ context: {} }, 'context'],
])('a misspelt budget is refused: %j', (options, name) => {
  expect(() => scripted([], options as never)).toThrow(name);
});
