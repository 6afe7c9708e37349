import { toFields, toList, toText } from '../../transport/read-field.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aTool, of, outcomes, until, utility } from '../../../../../test/session-kit.js';
import { geminiDialect } from '../../testing/live/gemini-dialect.js';
import { openLive } from '../../testing/live/open-live.js';
import { realtimeDialect } from '../../testing/live/realtime-dialect.js';

const topics = ['weather', 'calendar', 'mail', 'music', 'traffic', 'stock', 'recipe', 'train', 'hotel'];
const ran: string[] = [];
const tools = topics.flatMap((topic) =>
  ['find', 'list', 'show'].map((verb) => ({
    ...aTool(`${verb}_${topic}`, utility, () => {
      ran.push(`${verb}_${topic}`);
      return { topic };
    }),
    description: `${verb} ${topic} of a place`,
  })),
);

async function begin(dialect: ReturnType<typeof realtimeDialect>) {
  const opened = await openLive(dialect, { tools, selection: { maxTools: 4 } });
  onTestFinished(() => opened.close());
  /** The names that were declared last. */
  const declared = () => {
    const texts = opened.server.received.flatMap(({ setup, session, contextUpdate }) => {
      const { tools: found } = toFields(setup ?? contextUpdate ?? session);
      return found === undefined ? [] : [toList(toFields(found)['tools'] ?? found)];
    });
    return (texts.at(-1) ?? [])
      .flatMap((tool) => toList(toFields(tool)['functionDeclarations'] ?? [tool]))
      .map((tool) => toText(toFields(tool)['name']));
  };
  return { ...opened, declared };
}

describe.each([
  ['Gemini Live', geminiDialect],
  ['OpenAI Realtime', realtimeDialect],
] as const)('many tools: %s', (name, make) => {
  test('the declared ones follow what is said, and what is left out is told', async () => {
    const { server, session, seen, declared } = await begin(make());
    await session.send({ text: 'Play some music' });
    await until(() => of(seen, 'turn_end').length === 1);
    expect(declared()).toEqual(expect.arrayContaining(['show_music', 'tool_docs', 'find_tool']));
    expect(declared().includes('use_tool')).toBe(name === 'Gemini Live');
    expect(declared()).not.toContain('find_hotel');
    const told = of(seen, 'warning').filter(({ code }) => code === 'AGENT_TOOLS_SELECTED');
    expect(told).toMatchObject([{ message: expect.stringMatching(/^4 of 27 tools/) }]);
    if (name === 'Gemini Live') return;
    server.send(...server.dialect.heard('Which hotel is free?'));
    await until(() => declared().includes('find_hotel'), 'the declaration');
  });

  test('a tool that is not declared is found, and can be called', async () => {
    const { server, session, seen, declared } = await begin(make());
    ran.length = 0;
    const found = name === 'Gemini Live' ? 'use_tool' : 'find_train';
    const args = name === 'Gemini Live' ? { tool: 'find_train', arguments: { n: 2 } } : { n: 2 };
    server.plan(
      { calls: [{ id: 'a', name: 'find_tool', args: '{"request":"find a train"}' }] },
      { calls: [{ id: 'b', name: found, args: JSON.stringify(args) }] },
    );
    await session.send({ text: 'Play some music' });
    await until(() => of(seen, 'turn_end').length === 1);
    expect(outcomes(seen)).toEqual(['ok', 'ok']);
    expect(of(seen, 'tool_result').map(({ tool }) => tool)).toEqual(['find_tool', 'find_train']);
    expect(server.answers[0]?.get('a')?.[0]).toContain('find_train');
    expect(server.answers[0]?.get('b')).toHaveLength(1);
    expect(ran).toEqual(['find_train']);
    expect(declared()).toContain('find_train');
  });
});
