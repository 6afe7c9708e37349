import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemoTransport, type Transport, type UserInput } from '@helve/agent';
import { defineTool, ok, ToolRegistry, type Intent, type LoadedRegistry, type RegistrySnapshot } from '@helve/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCapabilities, type Capabilities } from './capabilities.js';
import { loadExampleTools } from './example-tools.js';
import { loadFreshTools } from './testing/fresh-tools.js';
import { find, TextClient, textOf } from './testing/text-client.js';
import { resultsIn, spokenIn, VoiceClient } from './testing/voice-client.js';
import { startTextAgent, type TextAgentOptions } from './text-agent.js';
import { startVoiceAgent, type VoiceAgentOptions } from './voice-agent.js';

let fresh: Awaited<ReturnType<typeof loadFreshTools>>;
let tools: LoadedRegistry;
let folder: string;
let capabilities: Capabilities;

beforeAll(async () => {
  fresh = await loadFreshTools();
  ({ tools } = fresh);
  folder = await mkdtemp(join(tmpdir(), 'helve-agents-'));
  capabilities = createCapabilities({
    calendarFile: join(folder, 'calendar.ics'),
    voiceUrl: 'ws://127.0.0.1:4331/voice',
  });
}, 60_000);
afterAll(async () => {
  await fresh.remove();
  await rm(folder, { recursive: true, force: true });
});

const now = () => new Date('2026-03-04T12:00:00Z');

async function startText(options: Partial<TextAgentOptions> = {}): Promise<TextClient> {
  const parts = { tools, capabilities, createTransport: () => createDemoTransport({ now }) };
  const agent = await startTextAgent({ ...parts, ...options });
  onTestFinished(() => agent.close());
  return new TextClient(agent.url);
}

async function startVoice(options: Partial<VoiceAgentOptions> = {}): Promise<string> {
  const parts = { tools, capabilities, createTransport: () => createDemoTransport({ live: true, now }) };
  const agent = await startVoiceAgent({ ...parts, ...options });
  onTestFinished(() => agent.close());
  return agent.url;
}

async function call(url: string): Promise<VoiceClient> {
  const client = await VoiceClient.call(url);
  onTestFinished(() => client.socket.terminate());
  return client;
}

/** A tool for each intent, and one that has none. */
function intentTools(): RegistrySnapshot {
  const registry = new ToolRegistry();
  const add = (id: string, ...intents: Intent[]) =>
    registry.addInline(
      defineTool({
        id,
        description: `Does ${id}`,
        inputSchema: { type: 'object', properties: {} },
        policy: { category: 'utility', sideEffects: 'none', idempotent: true },
        execute: () => ok('some words to say', { intents }),
      }),
    );
  add('plain_talk');
  add('hush_audio', { type: 'SUPPRESS_AUDIO' });
  add('hush_words', { type: 'SUPPRESS_TRANSCRIPT' });
  add('leave_word', { type: 'SET_PENDING_MESSAGE', message: '[remember the milk]' });
  add('hang_up', { type: 'END_VOICE_SESSION' });
  return registry.seal();
}

/** A transport that tells what one of its methods is called with. */
function heardBy(transport: Transport, method: 'cancel' | 'sendUser', tell: (given: unknown) => void): Transport {
  const original = transport[method].bind(transport) as (given: unknown) => Promise<void>;
  transport[method] = (given: unknown) => {
    tell(given);
    return original(given);
  };
  return transport;
}

describe('the text agent', () => {
  test('answers a question from the knowledge base, as a stream of numbered events', async () => {
    const client = await startText();
    const { frames, events, sessionId } = await client.chat('How long do refunds take?');
    expect(sessionId).not.toBe('');
    expect(frames.map(({ id }) => Number(id))).toEqual(events.map(({ seq }) => seq));
    expect(frames.map(({ event }) => event)).toEqual(events.map(({ type }) => type));
    expect(find(events, 'tool_call_started')).toMatchObject({ tool: 'kb_search' });
    expect(find(events, 'tool_result')?.response).toMatchObject({
      ok: true,
      data: { results: [{ id: 'refunds' }, {}, {}] },
    });
    expect(textOf(events)).toContain('three to five working days');
    expect(events.at(-1)).toMatchObject({ type: 'turn_end', reason: 'done', totals: { calls: 1 } });
  });

  test('goes on with a session, and knows no other', async () => {
    const client = await startText();
    const first = await client.chat('Create a meeting called "Lunch"');
    expect(textOf(first.events)).toContain('"start"');
    const second = await client.chat('tomorrow at 15:00', first.sessionId);
    expect(second.sessionId).toBe(first.sessionId);
    expect(find(second.events, 'tool_call_started')).toMatchObject({ tool: 'calendar_create_event' });
    const foreign = await client.post('/api/chat', { message: 'hello', sessionId: 'made-up' });
    expect(foreign.status).toBe(404);
    expect(await foreign.json()).toMatchObject({ ok: false, error: { type: 'NOT_FOUND' } });
  });

  test('calls several tools at once', async () => {
    const client = await startText();
    const { events } = await client.chat(
      'Search the knowledge base for warranty; format 2026-03-01T15:00:00Z in Europe/Paris',
    );
    const started = events.flatMap((event) => (event.type === 'tool_call_started' ? [event.tool] : []));
    expect(started).toEqual(['kb_search', 'format_datetime']);
    expect(textOf(events)).toContain('1 March 2026');
  });

  test('asks a person before an event is created, runs it once after a yes, and tells the model', async () => {
    const client = await startText();
    const { events } = await client.chat('Schedule a "Design review" with ada@example.org on 2026-03-05T15:00:00Z');
    const asked = find(events, 'confirmation_required');
    expect(asked?.request).toMatchObject({
      tool: 'calendar_create_event',
      preview: expect.stringContaining('Design review'),
    });
    expect(textOf(events)).toContain('approve');
    const token = asked?.request.token ?? '';
    const approved = await client.turn('/api/confirm', { token, decision: 'yes' });
    expect(find(approved.events, 'tool_result')?.response).toMatchObject({
      ok: true,
      data: { title: 'Design review' },
    });
    expect(textOf(approved.events)).toContain('Design review');
    const calendar = await readFile(join(folder, 'calendar.ics'), 'utf8');
    expect(calendar.match(/SUMMARY:Design review/g)).toHaveLength(1);
    expect((await client.post('/api/confirm', { token, decision: 'yes' })).status).toBe(404);
  });

  test('a no ends what waits', async () => {
    const client = await startText();
    const { events } = await client.chat('Schedule "Never" on 2026-03-05T15:00:00Z');
    const token = find(events, 'confirmation_required')?.request.token ?? '';
    const denied = await client.post('/api/confirm', { token, decision: 'no' });
    expect(await denied.json()).toEqual({ ok: true, data: { denied: true } });
    expect((await client.post('/api/confirm', { token, decision: 'yes' })).status).toBe(404);
    expect(await readFile(join(folder, 'calendar.ics'), 'utf8').catch(() => '')).not.toContain('Never');
  });

  test('ignore_user is called by text, and the session is not listened to afterwards', async () => {
    const client = await startText();
    const { events, sessionId } = await client.chat('Ignore this user for 5 minutes and say "Later"');
    expect(find(events, 'tool_result')?.response).toMatchObject({
      ok: true,
      data: { blocked: true, farewell_message: 'Later' },
    });
    expect(find(events, 'session_ending')).toBeUndefined();
    const ignored = await client.post('/api/chat', { message: 'hello', sessionId });
    expect(ignored.status).toBe(429);
    expect(Number(ignored.headers.get('retry-after'))).toBeGreaterThan(290);
    expect((await client.post('/api/chat', { message: 'hello' })).status).toBe(200);
  });

  test('start_voice_session leads to the voice agent', async () => {
    const client = await startText();
    const { events } = await client.chat('I would rather talk by voice');
    expect(textOf(events)).toContain('ws://127.0.0.1:4331/voice');
  });

  test('a closed connection cancels the turn', async () => {
    const cancelled: string[] = [];
    const createTransport = () =>
      heardBy(createDemoTransport({ wordDelayMs: 150 }), 'cancel', (why) => cancelled.push(String(why)));
    const client = await startText({ createTransport });
    const controller = new AbortController();
    const answer = await client.post('/api/chat', { message: 'hello' }, { signal: controller.signal });
    await answer.body?.getReader().read();
    controller.abort();
    await vi.waitFor(() => expect(cancelled).toEqual(['the connection was closed']), 10_000);
    const next = await client.chat('Format 2026-03-01T15:00:00Z', answer.headers.get('x-session-id') ?? '');
    expect(textOf(next.events)).toContain('1 March 2026');
  });

  test('a quiet stream keeps saying that it is there', async () => {
    const slow = () => createDemoTransport({ wordDelayMs: 200 });
    const client = await startText({ heartbeatMs: 10, createTransport: slow });
    const answer = await client.post('/api/chat', { message: 'hello' });
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes(': still here\n\n')) break;
    }
    expect(text).toContain(': still here\n\n');
  });

  test.each([
    [{}, 400],
    [{ message: '  ' }, 400],
    ['{', 400],
    [{ message: 'x'.repeat(70_000) }, 400],
  ])('refuses the body %# before there is a stream', async (body, status) => {
    const client = await startText();
    const refused = await client.post('/api/chat', body);
    expect(refused.status).toBe(status);
    expect(await refused.json()).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });
  });

  test('refuses pages of other sites', async () => {
    const client = await startText();
    expect(
      (await client.post('/api/chat', { message: 'hello' }, { headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403);
  });

  test('F26: a tool folder that nobody thought of is called as soon as it is built', async () => {
    const dir = join(folder, 'tools');
    const odd = join(dir, 'moon-phase');
    await mkdir(odd, { recursive: true });
    const schema = {
      toolId: 'moon_phase',
      version: '1.0.0',
      description: 'Tells the phase of the moon on a day',
      category: 'utility',
      parameters: {
        type: 'object',
        properties: { day: { type: 'string', format: 'date' } },
        required: ['day'],
        additionalProperties: false,
      },
      sideEffects: 'none',
      idempotent: true,
      requiresConfirmation: false,
      latencyBudgetMs: 100,
    };
    await writeFile(join(odd, 'schema.json'), JSON.stringify(schema));
    await writeFile(join(odd, 'guide.md'), '# moon_phase\n\nTells the phase of the moon.\n');
    await writeFile(
      join(odd, 'handler.mjs'),
      'export const execute = ({ day }) => ({ ok: true, data: { phase: "waning on " + day } });\n',
    );
    const client = await startText({ tools: await loadExampleTools({ dir }) });
    expect(textOf((await client.chat('Which phase has the moon on 2026-03-05?')).events)).toBe('waning on 2026-03-05');
  });
});

describe('the voice agent', () => {
  test('answers by voice: transcripts of both sides, and audio', async () => {
    const client = await call(await startVoice());
    client.send({ type: 'text', text: 'When does the shop open on saturday?' });
    const heard = await client.until('turn_end');
    expect(heard).toContainEqual(expect.objectContaining({ type: 'transcript', role: 'user', final: true }));
    expect(resultsIn(heard)[0]).toMatchObject({ tool: 'kb_search', response: { ok: true } });
    expect(spokenIn(heard)).toContain('Saturday from 10 to 14');
    expect(heard.filter(({ type }) => type === 'audio').length).toBeGreaterThan(3);
  });

  test('ignore_user ends the conversation after the turn, with the farewell spoken', async () => {
    const client = await call(await startVoice());
    client.send({ type: 'text', text: 'Ignore this user for 5 minutes and say "We talk later"' });
    await client.closed;
    const { heard } = client;
    expect(resultsIn(heard)[0]).toMatchObject({ tool: 'ignore_user', response: { ok: true } });
    expect(spokenIn(heard)).toContain('We talk later');
    const order = heard
      .map(({ type }) => type)
      .filter((type) => ['tool_result', 'session_ending', 'turn_end'].includes(type));
    expect(order).toEqual(['tool_result', 'session_ending', 'turn_end']);
  });

  test('end_voice_session hangs up after the goodbye', async () => {
    const client = await call(await startVoice());
    client.send({ type: 'text', text: 'Goodbye, please hang up' });
    await client.closed;
    const { heard } = client;
    expect(resultsIn(heard)[0]).toMatchObject({ tool: 'end_voice_session' });
    expect(heard.at(-1)).toMatchObject({ type: 'turn_end' });
  });

  test('a person approves an event by voice, and the model hears of it', async () => {
    const client = await call(await startVoice());
    client.send({ type: 'text', text: 'Schedule "Voice review" on 2026-03-05T15:00:00Z' });
    const asked = (await client.until('confirmation_required')).find((event) => event.type === 'confirmation_required');
    await client.until('turn_end');
    const token = asked?.type === 'confirmation_required' ? asked.request.token : '';
    client.send({ type: 'confirm', token, decision: 'yes' });
    const heard = await client.until('turn_end', 2);
    expect(resultsIn(heard).at(-1)).toMatchObject({ tool: 'calendar_create_event', response: { ok: true } });
    const seqs = heard.flatMap((event) => ('seq' in event ? [event.seq] : []));
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(await readFile(join(folder, 'calendar.ics'), 'utf8')).toContain('SUMMARY:Voice review');
  });

  test('the third retrieval of a turn is refused by voice', async () => {
    const client = await call(await startVoice());
    client.send({ type: 'text', text: 'search for refunds; search for warranty; search for shipping' });
    const types = resultsIn(await client.until('turn_end')).map(({ response }) =>
      response.ok ? 'ok' : response.error.type,
    );
    // A refusal comes before the results of what runs.
    expect(types.toSorted()).toEqual(['BUDGET_EXCEEDED', 'ok', 'ok']);
  });

  test('whoever interrupts is listened to at once', async () => {
    const slow = () => createDemoTransport({ live: true, wordDelayMs: 150 });
    const client = await call(await startVoice({ createTransport: slow }));
    client.send({ type: 'text', text: 'hello' });
    await client.until('audio');
    client.send({ type: 'interrupt' });
    expect((await client.until('turn_end')).at(-1)).toMatchObject({ reason: 'interrupted' });
    client.send({ type: 'text', text: 'Format 2026-03-01T15:00:00Z' });
    expect(spokenIn(await client.until('turn_end', 2))).toContain('1 March 2026');
  });

  test('audio frames pass through as they are, in both directions', async () => {
    const sent: UserInput[] = [];
    const createTransport = () =>
      heardBy(createDemoTransport({ live: true }), 'sendUser', (input) => sent.push(input as UserInput));
    const client = await call(await startVoice({ createTransport }));
    client.send({ type: 'audio', data: 'AQIDBA==', mimeType: 'audio/pcm;rate=16000' });
    client.send({ type: 'text', text: 'Format 2026-03-01T15:00:00Z' });
    const heard = await client.until('turn_end');
    expect(sent[0]).toEqual({ audio: 'AQIDBA==', mimeType: 'audio/pcm;rate=16000' });
    const frames = heard.flatMap((event) => (event.type === 'audio' ? [event] : []));
    expect(frames[0]).toMatchObject({ data: 'AAAA'.repeat(320), mimeType: 'audio/pcm;rate=24000' });
  });

  test('F66: each intent has its effect as seen from outside the server', async () => {
    const sent: UserInput[] = [];
    const createTransport = () =>
      heardBy(createDemoTransport({ live: true }), 'sendUser', (input) => sent.push(input as UserInput));
    const client = await call(await startVoice({ tools: intentTools(), createTransport }));
    const say = async (text: string, turn: number) => {
      const before = client.heard.length;
      client.send({ type: 'text', text });
      await client.until('turn_end', turn);
      return client.heard
        .slice(before)
        .map((event) => (event.type === 'transcript' ? `${event.role} said` : event.type));
    };
    expect(await say('plain_talk', 1)).toEqual(expect.arrayContaining(['audio', 'model said']));
    expect(await say('hush_audio', 2)).not.toContain('audio');
    expect(await say('hush_words', 3)).not.toContain('model said');
    await say('leave_word', 4);
    await say('plain_talk', 5);
    expect(sent.at(-1)?.text).toBe('[remember the milk]\n\nplain_talk');
    client.send({ type: 'text', text: 'hang_up' });
    await client.closed;
    expect(client.heard.slice(-2).map(({ type }) => type)).toEqual(['session_ending', 'turn_end']);
  });

  test('a message that cannot be read is answered, and the conversation goes on', async () => {
    const client = await call(await startVoice());
    client.socket.send('{');
    expect(await client.until('error')).toMatchObject([
      { type: 'started' },
      { error: { message: 'Cannot read the message' } },
    ]);
    client.send({ type: 'end' });
    await client.closed;
  });

  test('refuses pages of other sites', async () => {
    await expect(VoiceClient.call(await startVoice(), 'https://evil.example')).rejects.toThrow('401');
  });

  test('F36: one registry serves text and voice at the same time', async () => {
    const [text, voice] = await Promise.all([startText(), startVoice().then(call)]);
    voice.send({ type: 'text', text: 'search for refunds' });
    const [{ events }] = await Promise.all([text.chat('search for refunds'), voice.until('turn_end')]);
    const spokenVersion = resultsIn(voice.heard)[0]?.response.meta.registryVersion;
    expect(find(events, 'tool_result')?.response.meta.registryVersion).toBe(spokenVersion);
    expect(spokenVersion).toBe(tools.version);
  });
});

test('neither the agents nor the demo model name a tool', async () => {
  const folders = [import.meta.dirname, join(import.meta.dirname, '../../../packages/agent/src/demo')];
  const files = folders.flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)),
  );
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(15);
  for (const file of sources) {
    const text = await readFile(file, 'utf8');
    for (const { id } of tools.list()) expect(text.includes(id), `${file} names ${id}`).toBe(false);
  }
});
