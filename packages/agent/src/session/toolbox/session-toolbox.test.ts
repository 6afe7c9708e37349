import { emptyArtifact, loadRegistry, type ToolRecord } from '@helve/core';
import { expect, test } from 'vitest';
import { createDemoTransport } from '../../demo/create-demo-transport.js';
import { toProviderNames } from '../../provider/provider-names.js';
import { schemaCompilers } from '../../provider/schema-compilers.js';
import { createSession } from '../create-session.js';
import { callsFor, says, type ScenePrompt } from '@helve/agent/testing';
import { all, aTool, of, outcomes, scripted, utility, resultsOf } from '../../../../../test/session-kit.js';

const documented = (id: string): ToolRecord => ({
  ...aTool(id, utility),
  docs: { summary: `Short about ${id}.`, documentation: `Everything about ${id}: ${'details '.repeat(20)}` },
});

const declared = (tools: readonly unknown[]) =>
  tools.map((tool) => (tool as { function: { name: string } }).function.name);

test('tools that only the page of an MCP App uses are not declared', async () => {
  const ui = (...visibility: string[]) => ({ annotations: { ui: { resourceUri: 'ui://a', visibility } } });
  const tools = [
    { ...aTool('both', utility), ...ui('model', 'app') },
    { ...aTool('page', utility), ...ui('app') },
  ];
  const seen: string[][] = [];
  const scene = ({ setup }: ScenePrompt) => {
    seen.push(declared(setup.tools));
    return says('Hi');
  };
  const { session } = scripted([scene], { tools });
  await all(session.run('hello'));
  expect(seen).toEqual([['both', 'tool_docs']]);
});

test('F75: voice instructions hold summaries only, and the full text comes from tool_docs', async () => {
  const tools = [
    documented('kb_search'),
    documented('kb_get'),
    { ...documented('hidden'), policy: { ...utility, allowedModes: ['text'] } },
  ];
  const scenes = [
    callsFor(
      ['tool_docs', { tool_id: 'kb_get' }],
      ['tool_docs', { tool_id: 'kb_gte' }],
      ['tool_docs', { tool_id: 'hidden' }],
    ),
    says('I see'),
  ];
  const { session, transport } = scripted(scenes, { tools, mode: 'voice' });
  const events = await all(session.run('help'));
  const { instructions } = transport.setup;
  expect(instructions).toContain('kb_search (utility)\nShort about kb_search.');
  expect(instructions).not.toContain('Everything about');
  expect(instructions).not.toContain('hidden');
  expect(outcomes(events)).toEqual(['ok', 'NOT_FOUND', 'NOT_FOUND']);
  expect(resultsOf(events)[0]?.response).toMatchObject({
    data: { documentation: expect.stringContaining('Everything about kb_get') },
  });
  expect(JSON.stringify(resultsOf(events)[1])).toContain('Did you mean');
  // It counts as a call, and not as a retrieval.
  expect(session.totals).toMatchObject({ calls: 3, byCategory: { utility: 3 } });
  expect(declared(transport.setup.tools)).toEqual(['kb_search', 'kb_get', 'tool_docs']);
});

test('F75: text may have the full docs in its instructions, as far as they fit', async () => {
  const tools = [documented('one'), documented('two'), documented('three')];
  const full = scripted([], { tools, docs: 'full', instructions: 'Be kind.' });
  await all(full.session.run('go'));
  expect(full.transport.setup.instructions).toMatch(/^Be kind\.[^]*Everything about one[^]*Everything about three/);
  const short = scripted([], { tools, docs: 'full', docsBudgetChars: 300 });
  await all(short.session.run('go'));
  expect(short.transport.setup.instructions).toContain('Everything about one');
  expect(short.transport.setup.instructions).not.toContain('Everything about two');
  expect(short.transport.setup.instructions).toContain('… and 2 more.');
});

test('a tool of the application may be called tool_docs, and a session without tools has none', async () => {
  const own = aTool('tool_docs', utility, () => 'mine');
  const { session, transport } = scripted([callsFor(['tool_docs']), says('done')], { tools: [own] });
  expect(of(await all(session.run('go')), 'tool_result')[0]?.response).toMatchObject({ data: 'mine' });
  expect(declared(transport.setup.tools)).toEqual(['tool_docs']);
  const bare = scripted([]);
  await all(bare.session.run('go'));
  expect(bare.transport.setup.tools).toEqual([]);
});

test('above 20 tools those that fit are declared, with tool_docs and those that were used before', async () => {
  const topics = ['weather', 'calendar', 'mail', 'music', 'traffic', 'stock', 'recipe', 'translate'];
  const tools = topics.flatMap((topic) =>
    ['find', 'list', 'show'].map((verb) => ({
      ...aTool(`${verb}_${topic}`, utility),
      description: `${verb} ${topic} of a place`,
    })),
  );
  const scenes = [callsFor(['find_weather']), says('sun'), says('song')];
  const { session, transport } = scripted(scenes, { tools, selection: { maxTools: 3 } });
  await all(session.run('What is the weather in Oslo?'));
  expect(declared(transport.setup.tools)).toHaveLength(4);
  expect(declared(transport.setup.tools)).toEqual(expect.arrayContaining(['find_weather', 'tool_docs']));
  await all(session.run('Play some music'));
  expect(declared(transport.setup.tools)).toEqual(expect.arrayContaining(['find_weather', 'show_music', 'tool_docs']));
  const whole = scripted([], { tools, selection: false });
  await all(whole.session.run('hi'));
  expect(declared(whole.transport.setup.tools)).toHaveLength(25);
});

test('a built registry is declared in its own forms, and names and arguments are turned back', async () => {
  const registry = loadRegistry(emptyArtifact(), {});
  registry.addInline(aTool('mail.send-now', utility));
  registry.lock({ compilers: schemaCompilers, names: toProviderNames });
  const options = { registry, tools: undefined, strict: 'auto', script: { provider: 'openai' } } as never;
  const { session, transport } = scripted([callsFor(['mail_send_now', { n: null }]), says('done')], options);
  const events = await all(session.run('go'));
  expect(declared(transport.setup.tools)).toEqual(['mail_send_now', 'tool_docs']);
  expect(transport.setup.tools[0]).toMatchObject({ function: { strict: true } });
  expect(of(events, 'tool_result')).toMatchObject([{ tool: 'mail.send-now', response: { ok: true, data: { n: 0 } } }]);
});

test('a provider form that the registry does not have is told at once', async () => {
  const registry = loadRegistry(emptyArtifact(), {});
  registry.addInline(aTool('add', utility));
  registry.lock();
  const { session } = scripted([], { registry, tools: undefined } as never);
  expect(of(await all(session.run('go')), 'error')).toMatchObject([{ error: { code: 'CALL_FORM_UNKNOWN' } }]);
});

test('a tool is found by the name that the form of its provider declares, dashes and dots included', async () => {
  const tools = ['word-count', 'word_count', 'flow.run'].map((id) => aTool(id, utility, () => `this is ${id}`));
  for (const { id } of tools) {
    const session = createSession({ tools, mode: 'text', transport: createDemoTransport(), policy: 'none' });
    const [result] = of(await all(session.run(`Use ${id} now {}`)), 'tool_result');
    expect([id, result?.tool, result?.response]).toMatchObject([id, id, { ok: true, data: `this is ${id}` }]);
    await session.close();
  }
});

test('what a tool says about its strict form goes before what the session asks for', async () => {
  const tools = [
    { ...aTool('bound', utility), strict: true },
    { ...aTool('free', utility), strict: false },
    aTool('either', utility),
  ];
  const strictOf = (sent: readonly unknown[]) =>
    Object.fromEntries(
      (sent as { function: { name: string; strict?: boolean } }[]).map(({ function: { name, strict } }) => [
        name,
        strict,
      ]),
    );
  for (const [asked, either] of [
    ['auto', true],
    [false, false],
  ] as const) {
    const { session, transport } = scripted([], { tools, strict: asked, script: { provider: 'openai' } });
    await all(session.run('hi'));
    expect(strictOf(transport.setup.tools)).toMatchObject({ bound: true, free: false, either });
  }
});

test('a tool that demands a strict form and cannot have one is told at once', async () => {
  const inputSchema = { type: 'object', additionalProperties: { type: 'string' } } as const;
  const tool = { ...aTool('open', utility), inputSchema, strict: true };
  const { session } = scripted([], { tools: [tool], script: { provider: 'openai' } });
  expect(of(await all(session.run('go')), 'error')).toMatchObject([{ error: { code: 'CALL_STRICT_REFUSED' } }]);
});

test('a session hands intents of the application over, and drops what nobody declares', async () => {
  const taken: unknown[] = [];
  const asking = aTool('asks', utility, (_, ctx) => {
    for (const type of ['OPEN_PAGE', 'DANCE']) ctx.addIntent({ type, url: '/home' } as never);
    return 'done';
  });
  const intents = { OPEN_PAGE: (intent: unknown) => taken.push(intent) };
  const { session } = scripted([callsFor(['asks', {}]), says('done')], { tools: [asking], intents });
  const events = await all(session.run('go'));
  expect(taken).toEqual([{ type: 'OPEN_PAGE', url: '/home' }]);
  expect(of(events, 'warning')).toMatchObject([{ code: 'CALL_INTENT_UNKNOWN' }]);
  expect(of(events, 'tool_result')).toMatchObject([{ response: { ok: true, data: 'done' } }]);
});
