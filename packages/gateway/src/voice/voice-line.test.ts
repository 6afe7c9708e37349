import { connect } from 'node:net';
import { createDemoTransport, createSession, type Transport } from '@helve/agent';
import { callsFor, over, ScriptedTransport, type Scene } from '@helve/agent/testing';
import { createCaller, defineTool, ToolRegistry, type ToolUser } from '@helve/core';
import { createApiKey, startGateway, type StartGatewayOptions, type Voices } from '@helve/gateway';
import { createMemoryApiKeyStore } from '@helve/govern';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { of, until } from '../../../../test/session-kit.js';
import type { TurnEvent } from '@helve/agent';

const bell = defineTool({
  id: 'ring_bell',
  description: 'Rings the bell at the door',
  inputSchema: { type: 'object', properties: {} },
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  execute: (_, ctx) => `Ding dong for ${ctx.user.id}`,
});

interface Options extends Partial<StartGatewayOptions> {
  readonly transport?: () => Transport;
  readonly maxSessions?: number;
}

/** A gateway whose conversations are real sessions with a model that needs no key. */
async function open({
  transport = () => createDemoTransport({ live: true }),
  maxSessions = 4,
  ...options
}: Options = {}) {
  const opened = { sessions: 0, closed: 0, users: [] as ToolUser[] };
  const voices: Voices = {
    maxSessions,
    async open(user) {
      opened.users.push(user);
      opened.sessions += 1;
      const session = createSession({
        mode: 'voice',
        policy: 'none',
        tools: [bell],
        transport: transport(),
        user,
        report: () => undefined,
      });
      const close = async () => {
        opened.closed += 1;
        await session.close();
      };
      return { id: session.id, model: 'demo', session, close };
    },
  };
  const caller = createCaller({ tools: new ToolRegistry() });
  const gateway = await startGateway({ caller, port: 0, voices, onError: () => undefined, ...options });
  onTestFinished(() => gateway.close());
  const dial = (client: ClientOptions = {}, protocols: readonly string[] = ['helve.voice']) =>
    new Line(`${gateway.url.replace('http', 'ws')}/v1/voice`, client, protocols);
  return { ...gateway, ...opened, opened, dial };
}

type Problem = { readonly type: 'problem'; readonly problem: { readonly code: string; readonly detail: string } };

/** A client. */
class Line {
  readonly socket: WebSocket;
  readonly heard: ({ readonly type: string } & Record<string, unknown>)[] = [];
  /** The code of its end, or the status of its refusal. */
  readonly ended: Promise<{ readonly code?: number; readonly reason?: string; readonly status?: number }>;

  constructor(url: string, options: ClientOptions, protocols: readonly string[]) {
    this.socket = new WebSocket(url, [...protocols], options);
    this.socket.on('message', (data: Buffer) => void this.heard.push(JSON.parse(String(data))));
    this.socket.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
      this.socket.once('unexpected-response', (_, response) => resolve({ status: response.statusCode ?? 0 }));
    });
    onTestFinished(() => this.socket.terminate());
  }

  async say(...messages: readonly object[]): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING)
      await new Promise((resolve) => this.socket.once('open', resolve));
    for (const message of messages) this.socket.send(JSON.stringify(message));
  }

  async until(type: string, count = 1): Promise<void> {
    await until(() => this.heard.filter((one) => one.type === type).length >= count, type);
  }

  get events(): readonly TurnEvent[] {
    return this.heard as unknown as readonly TurnEvent[];
  }

  get problems(): readonly string[] {
    return (this.heard as unknown as Problem[])
      .filter(({ type }) => type === 'problem')
      .map(({ problem }) => problem.detail);
  }
}

const keyed = (scopes: readonly string[]) => createApiKey({ name: 'ada', scopes: [...scopes] });
const inProtocol = (token: string) => `helve.bearer.${Buffer.from(token).toString('base64url')}`;

describe('the voice door', () => {
  test('holds a conversation: ready, the events of the session, and its end', async () => {
    const { dial, opened } = await open();
    const line = dial();
    await line.say({ type: 'start' }, { type: 'text', text: 'ring the bell' });
    await line.until('turn_end');
    expect(line.socket.protocol).toBe('helve.voice');
    expect(line.heard[0]).toMatchObject({ type: 'ready', model: 'demo', session: expect.any(String) });
    expect(of(line.events, 'tool_result')).toMatchObject([{ response: { ok: true, data: 'Ding dong for anonymous' } }]);
    expect(of(line.events, 'audio').length).toBeGreaterThan(0);
    await line.say({ type: 'end' });
    expect(await line.ended).toMatchObject({ code: 1000 });
    await until(() => opened.closed === 1);
  });

  test('passes on sound, pictures, a button, playback and interruptions', async () => {
    const transport = new ScriptedTransport([], { live: true, silent: true });
    const { dial } = await open({ transport: () => transport });
    const line = dial();
    await line.say(
      { type: 'start' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/pcm;rate=48000' },
      { type: 'image', data: 'AQID', mimeType: 'image/png' },
      { type: 'talk', state: 'start' },
      { type: 'played', playedMs: 20, itemId: 'a' },
      { type: 'text', text: 'hello' },
    );
    await until(() => transport.userTexts.length === 1);
    await line.say({ type: 'interrupt' });
    await line.until('turn_end');
    expect(transport.sent.flatMap((one) => (one.kind === 'user' ? [one.input] : []))).toEqual([
      { audio: 'AAAA', mimeType: 'audio/pcm;rate=48000' },
      { media: [{ $media: 'image/png', base64: 'AQID' }] },
      { activity: 'start' },
      { text: 'hello' },
    ]);
    expect(of(line.events, 'turn_end')).toMatchObject([{ reason: 'interrupted' }]);
  });

  test.each<[string, ClientOptions, number]>([
    ['a foreign page', { origin: 'https://evil.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a name that leads here', { headers: { host: 'evil.example' } }, 421],
    ['somebody without a key', {}, 401],
    ['somebody with a made-up key', { headers: { authorization: 'Bearer hk_nonsense' } }, 401],
  ])('refuses %s before anything is opened', async (_, client, status) => {
    const auth = status === 401 ? { auth: { keys: createMemoryApiKeyStore() } } : {};
    const { dial, opened } = await open(auth);
    expect(await dial(client).ended).toEqual({ status });
    expect(opened.sessions).toBe(0);
  });

  test('needs the scope of conversations, and takes a key as a header or as a protocol', async () => {
    const [good, poor] = [keyed(['helve:chat']), keyed(['helve:flows'])];
    const { dial, opened } = await open({ auth: { keys: createMemoryApiKeyStore([good.key, poor.key]) } });
    expect(await dial({ headers: { authorization: `Bearer ${poor.token}` } }).ended).toEqual({ status: 403 });
    const byHeader = dial({ headers: { authorization: `Bearer ${good.token}` } });
    const byProtocol = dial({}, ['helve.voice', inProtocol(good.token)]);
    for (const line of [byHeader, byProtocol]) {
      await line.say({ type: 'start' });
      await line.until('ready');
      expect(line.socket.protocol).toBe('helve.voice');
    }
    expect(opened.users.map(({ id }) => id)).toEqual(['ada', 'ada']);
    expect(await dial({}, ['helve.voice', inProtocol('a\nb')]).ended).toEqual({ status: 401 });
  });

  test('ends with the key that opened it, and counts what is written as requests', async () => {
    const { key, token } = keyed(['helve:chat']);
    const keys = createMemoryApiKeyStore([key]);
    const { dial } = await open({ auth: { keys, perMinute: 3 } });
    const line = dial({ headers: { authorization: `Bearer ${token}` } });
    await line.say({ type: 'start' }, ...['one', 'two', 'three'].map((text) => ({ type: 'text', text })));
    await line.until('problem');
    expect(line.problems).toEqual([expect.stringContaining('3 requests per minute')]);
    await keys.revoke(key.id, Date.now());
    expect(await line.ended).toEqual({ code: 1008, reason: 'the key or token is no longer valid' });
  });

  test('answers an ordinary request with what it needs, and a WebSocket elsewhere with 404', async () => {
    const { url } = await open();
    const response = await fetch(`${url}/v1/voice`);
    expect([response.status, await response.json()]).toMatchObject([426, { code: 'GATEWAY_UPGRADE_NEEDED' }]);
    const lost = new WebSocket(`${url.replace('http', 'ws')}/v1/nowhere`);
    const status = new Promise((resolve) =>
      lost.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
    );
    lost.on('error', () => undefined);
    expect(await status).toBe(404);
  });

  const start = { type: 'start' };
  test.each<[string, readonly (object | string | Buffer)[], string]>([
    ['sound before the start', [{ type: 'audio', data: 'AAAA' }], '"start" comes first'],
    ['a second start', [start, start], 'has begun already'],
    ['text that is no JSON', ['{'], 'it is not JSON'],
    ['a list', ['[]'], 'not a JSON object'],
    ['an unknown kind', [start, { type: 'sing' }], '"type" is none of'],
    ['a kind of every object', [start, { type: 'toString' }], '"type" is none of'],
    ['an unknown member', [start, { type: 'text', text: 'a', loud: true }], 'no member "loud"'],
    ['a member of every object', ['{"type":"start","__proto__":{}}'], 'no member "__proto__"'],
    ['sound that is no Base64', [start, { type: 'audio', data: 'A{}A' }], 'is not Base64'],
    ['sound of a strange kind', [start, { type: 'audio', data: 'AAAA', mimeType: 'text/html' }], '"mimeType"'],
    ['a picture that is none', [start, { type: 'image', data: 'AAAA', mimeType: 'text/html' }], '"mimeType"'],
    ['an empty text', [start, { type: 'text', text: ' ' }], '"text" of "text" is not a text'],
    ['time that runs back', [start, { type: 'played', playedMs: -1 }], 'is not milliseconds'],
    ['bytes', [start, Buffer.from([0, 255, 1])], 'it is binary'],
  ])('ends at %s, and says what is wrong', async (_, messages, problem) => {
    const { dial } = await open();
    const line = dial();
    await line.say();
    for (const one of messages)
      line.socket.send(typeof one === 'string' || Buffer.isBuffer(one) ? one : JSON.stringify(one));
    expect(await line.ended).toMatchObject({ code: 1008 });
    expect(line.problems).toEqual([expect.stringContaining(problem)]);
  });

  test('ends at a message that is too large, and at bytes that are no WebSocket', async () => {
    const { dial, port } = await open({ maxBodyBytes: 1_000 });
    const line = dial();
    await line.say(start, { type: 'text', text: 'x'.repeat(2_000) });
    expect(await line.ended).toMatchObject({ code: 1009 });
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined).resume();
    const head = 'GET /v1/voice HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n';
    socket.write(`${head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`);
    socket.write(Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 31) % 256)));
    await closed;
  });

  test('holds so many conversations at once, of one user fewer, and gives places back', async () => {
    const { dial, opened } = await open({ maxSessions: 4 });
    const lines = [dial(), dial(), dial()];
    for (const line of lines) {
      await line.say(start);
      await line.until('ready');
    }
    expect(await dial().ended).toEqual({ status: 503 });
    lines[0]?.socket.terminate();
    await until(() => opened.closed === 1);
    const next = dial();
    await next.say(start);
    await next.until('ready');
  });

  test('a handshake that is refused gives its place back', async () => {
    const { dial, port } = await open({ maxSessions: 1 });
    for (let round = 0; round < 3; round += 1) {
      const socket = connect(port, '127.0.0.1');
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.on('error', () => undefined).resume();
      socket.write('GET /v1/voice HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n');
      await closed;
    }
    const line = dial();
    await line.say(start);
    await line.until('ready');
    expect(line.problems).toEqual([]);
  });

  test('a client that does not read stops its conversation, and nobody else', async () => {
    const piece = 'A'.repeat(40_000);
    const audio: Scene = [
      ...Array.from(
        { length: 4_000 },
        () => ({ type: 'audio', data: piece, mimeType: 'audio/pcm;rate=24000' }) as const,
      ),
      ...over,
    ];
    const { dial } = await open({
      transport: () => new ScriptedTransport([audio], { live: true }),
      slowClientMs: 300,
    });
    const slow = dial();
    await slow.say(start, { type: 'text', text: 'talk' });
    await slow.until('ready');
    slow.socket.pause();
    const other = dial();
    await other.say(start, { type: 'text', text: 'talk' });
    await other.until('turn_end');
    slow.socket.resume();
    // It was cut off: 160 MB would have waited for it.
    expect((await slow.ended).code).toBe(1006);
  });

  test('a tool that ends the session ends the line, and so does the gateway when it closes', async () => {
    const scene: Scene = callsFor(['ring_bell', {}]);
    const { dial, close } = await open({
      transport: () => new ScriptedTransport([scene], { live: true, silent: true }),
    });
    const line = dial();
    await line.say(start, { type: 'text', text: 'ring' });
    await line.until('tool_result');
    await close();
    expect(await line.ended).toMatchObject({ code: 1001, reason: 'the server stops' });
  });
});
