import { once } from 'node:events';
import { connect } from 'node:net';
import {
  createCaller,
  ToolRegistry,
  type StoredCallRecord,
  type ToolInvokeContext,
  type ToolRecord,
} from '@helve/core';
import { startGateway, type StartGatewayOptions } from '@helve/gateway';
import { aCallRecord } from '@helve/govern/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

interface Event {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

async function open(execute: ToolRecord['execute'], options: Partial<StartGatewayOptions> = {}) {
  const tools = new ToolRegistry();
  tools.addInline({
    id: 'it',
    name: 'It',
    description: 'Does it',
    inputSchema: { type: 'object' },
    hooksByStage: {},
    execute,
  });
  const gateway = await startGateway({ caller: createCaller({ tools }), port: 0, ...options });
  onTestFinished(() => gateway.close());
  const call = (init: RequestInit = {}) =>
    fetch(`${gateway.url}/v1/tools/it/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: '{}',
      ...init,
    });
  return { ...gateway, call };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** The events of an answer as they come. */
async function* eventsIn(answer: Response): AsyncGenerator<Event> {
  let held = '';
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    held += chunk;
    for (let end = held.indexOf('\n\n'); end >= 0; end = held.indexOf('\n\n')) {
      const lines = held.slice(0, end).split('\n');
      held = held.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const event = field('event');
      if (event !== undefined) yield { event, id: field('id'), data: JSON.parse(field('data') ?? 'null') as unknown };
    }
  }
}

async function allOf(answer: Response): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of eventsIn(answer)) events.push(event);
  return events;
}

describe('POST /v1/tools/:name/call as events', () => {
  test('tells progress and chunks as they come, and ends with the envelope', async () => {
    async function* words(_: unknown, ctx: ToolInvokeContext) {
      ctx.progress(1, 2, 'half');
      yield 'one\n\n';
      yield { two: 2 };
    }
    const { call } = await open(words);
    const answer = await call();
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const events = await allOf(answer);
    expect(events.map(({ event }) => event)).toEqual(['progress', 'chunk', 'chunk', 'envelope']);
    expect(events.slice(0, 3).map(({ data }) => data)).toEqual([
      { done: 1, total: 2, message: 'half' },
      { chunk: 'one\n\n' },
      { chunk: { two: 2 } },
    ]);
    expect(events.at(-1)?.data).toMatchObject({ ok: true });
  });

  test('a failure is an envelope too, and what has no JSON form becomes one', async () => {
    const { call } = await open(() => ({ big: 1n }), { onError: () => {} });
    expect(await allOf(await call())).toMatchObject([
      {
        event: 'envelope',
        data: { ok: false, error: { type: 'INTERNAL', details: { code: 'CALL_OUTPUT_NOT_JSON' } } },
      },
    ]);
  });

  test('a client that leaves cancels the call', async () => {
    const begun = deferred<ToolInvokeContext>();
    const { call } = await open((_, ctx) => {
      begun.resolve(ctx);
      return once(ctx.signal, 'abort');
    });
    const leave = new AbortController();
    const answer = await call({ signal: leave.signal });
    const { signal } = await begun.promise;
    leave.abort();
    await expect(answer.text()).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(signal.aborted).toBe(true), 10_000);
  });

  test('a client that reads nothing is cut off, its tool held back before and cancelled then', async () => {
    let sent = 0;
    const ended = deferred<number>();
    async function* flood(_: unknown, ctx: ToolInvokeContext) {
      try {
        for (; sent < 100_000 && !ctx.signal.aborted; sent += 1) yield 'x'.repeat(10_000);
      } finally {
        ended.resolve(sent);
      }
    }
    const { port } = await open(flood, { slowClientMs: 300 });
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        'POST /v1/tools/it/call HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      );
      socket.pause();
    });
    socket.on('error', () => {});
    expect(await ended.promise).toBeLessThan(5_000);
    socket.destroy();
  });

  test('a gateway that closes ends it within its grace, and the client gets an envelope', async () => {
    const { call, close } = await open(
      (_, ctx) => new Promise((_resolve, reject) => ctx.onCancel(() => reject(ctx.signal.reason as Error))),
      {
        closeGraceMs: 100,
      },
    );
    const answer = await call();
    const events = allOf(answer);
    await close();
    expect(await events).toMatchObject([{ event: 'envelope', data: { ok: false, error: { type: 'CANCELLED' } } }]);
  });

  test('one call more than may run at once is told to come back', async () => {
    const { call } = await open((_, ctx) => once(ctx.signal, 'abort'), { maxCalls: 1, closeGraceMs: 50 });
    const first = await call();
    await vi.waitFor(async () => {
      const second = await call({ headers: { 'content-type': 'application/json' } });
      expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await second.json()).toMatchObject({ code: 'GATEWAY_BUSY' });
    }, 10_000);
    await first.body?.cancel();
  });

  test('a call that takes longer than any may is ended', async () => {
    const { call } = await open((_, ctx) => once(ctx.signal, 'abort'), { callTimeoutMs: 50 });
    const answer = await call({ headers: { 'content-type': 'application/json' } });
    expect([answer.status, await answer.json()]).toMatchObject([504, { error: { type: 'TIMEOUT' } }]);
  });
});

describe('GET /v1/trail/live', () => {
  function fakeTrail() {
    const records: StoredCallRecord[] = [];
    const add = (toolId: string) =>
      void records.unshift({ ...aCallRecord({ toolId }), seq: records.length + 1, previousHash: '', hash: '' });
    const list = async ({
      toolId,
      beforeSeq = Infinity,
      limit = 50,
    }: { toolId?: string; beforeSeq?: number; limit?: number } = {}) =>
      records.filter((one) => one.seq < beforeSeq && (toolId === undefined || one.toolId === toolId)).slice(0, limit);
    const verify = async () => ({ ok: true, count: 0, head: { hash: '', count: 0 } }) as const;
    return { add, trail: { list, get: async () => undefined, verify } };
  }

  test('tells what is stored from now on, and after a break what was missed, in order', async () => {
    const { add, trail } = fakeTrail();
    add('old');
    const { url } = await open(() => 1, { trail });
    const answer = await fetch(`${url}/v1/trail/live`);
    const feed = eventsIn(answer);
    add('one');
    expect(await feed.next()).toMatchObject({ value: { event: 'record', id: '2', data: { toolId: 'one' } } });
    await feed.return(undefined);
    for (let i = 0; i < 250; i += 1) add(`n${i}`);
    const again = eventsIn(await fetch(`${url}/v1/trail/live`, { headers: { 'last-event-id': '2' } }));
    for (let i = 0; i < 250; i += 1)
      expect(await again.next()).toMatchObject({ value: { id: String(i + 3), data: { toolId: `n${i}` } } });
    await again.return(undefined);
  });

  test('takes the filters of the list, and refuses what is none', async () => {
    const { add, trail } = fakeTrail();
    const { url } = await open(() => 1, { trail });
    const feed = eventsIn(await fetch(`${url}/v1/trail/live?tool=two`, { headers: { 'last-event-id': '0' } }));
    add('one');
    add('two');
    expect(await feed.next()).toMatchObject({ value: { id: '2', data: { toolId: 'two' } } });
    await feed.return(undefined);
    expect((await fetch(`${url}/v1/trail/live?tol=two`)).status).toBe(400);
    expect((await fetch(`${url}/v1/trail/live`, { headers: { 'last-event-id': 'x' } })).status).toBe(400);
  });

  test('ends at once when the gateway closes', async () => {
    const { trail } = fakeTrail();
    const { url, close } = await open(() => 1, { trail, closeGraceMs: 20_000 });
    const events = allOf(await fetch(`${url}/v1/trail/live`));
    await close();
    expect(await events).toEqual([]);
  });
});
