import { once } from 'node:events';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { createCaller, ToolRegistry, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import { startGateway, type StartGatewayOptions } from '@helve/gateway';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

const platform = { Request, Response };
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function registryOf(execute: ToolRecord['execute']): ToolRegistry {
  const registry = new ToolRegistry();
  registry.addInline({
    id: 'it',
    name: 'It',
    description: 'Does it',
    inputSchema: { type: 'object' },
    hooksByStage: {},
    execute,
  });
  return registry;
}

/** A gateway with one tool that runs until it is told to stop, or until `finish`. */
async function openSlow(options: Partial<StartGatewayOptions> = {}) {
  let begin: (ctx: ToolInvokeContext) => void;
  let finish: (value: unknown) => void = () => undefined;
  const begun = new Promise<ToolInvokeContext>((resolve) => (begin = resolve));
  const tools = registryOf((_, ctx) => {
    begin(ctx);
    return new Promise((resolve) => (finish = resolve));
  });
  const gateway = await startGateway({ caller: createCaller({ tools }), port: 0, ...options });
  onTestFinished(() => gateway.close());
  const post = () =>
    fetch(`${gateway.url}/v1/tools/it/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  return { ...gateway, begun, post, finish: (value: unknown) => finish(value) };
}

const callBytes =
  'POST /v1/tools/it/call HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

describe('startGateway', () => {
  test('listens on 127.0.0.1 unless told otherwise, and says where', async () => {
    const { url, port } = await openSlow();
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('rejects with code and advice when the port is in use', async () => {
    const { port } = await openSlow();
    await expect(startGateway({ caller: createCaller({ tools: new ToolRegistry() }), port })).rejects.toMatchObject({
      code: 'GATEWAY_PORT_IN_USE',
      message: `Cannot listen on 127.0.0.1, port ${port}: the port is in use`,
      details: { suggestion: 'Choose another port with `--port`, or 0 for any free one', host: '127.0.0.1', port },
    });
  });

  test.each(['192.0.2.1', 'no-such-host.invalid'])('rejects when this machine is not %s', async (host) => {
    await expect(
      startGateway({ caller: createCaller({ tools: new ToolRegistry() }), port: 0, host, user: () => ({ id: 'ada' }) }),
    ).rejects.toMatchObject({
      message: expect.stringContaining(host),
      code: expect.stringMatching(/^GATEWAY_(HOST_UNUSABLE|LISTEN_FAILED)$/),
    });
  });

  test('answers to the host it was bound to', async (context) => {
    const { url } = await openSlow({ host: '127.0.0.2' }).catch(() =>
      context.skip('this system has one loopback address'),
    );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('leaves the globals alone that tools use', async () => {
    await openSlow();
    expect(globalThis.Request).toBe(platform.Request);
    expect(globalThis.Response).toBe(platform.Response);
  });

  test('keeps an idle connection for longer than its clients do', async () => {
    const { url } = await openSlow();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const headers = await new Promise<IncomingHttpHeaders>((resolve) =>
      request(`${url}/healthz`, { agent }, (answer) => resolve(answer.resume().headers)).end(),
    );
    expect(headers['keep-alive']).toBe('timeout=75');
  });

  test('lets the tool know when the client hangs up', async () => {
    const { port, begun } = await openSlow();
    const socket = connect(port, '127.0.0.1', () => socket.write(callBytes));
    const { signal } = await begun;
    expect(signal.aborted).toBe(false);
    const aborted = once(signal, 'abort');
    socket.destroy();
    await aborted;
    expect(signal.aborted).toBe(true);
  });

  test('does not abort a call that was answered', async () => {
    const { begun, post, finish } = await openSlow();
    const answer = post();
    const { signal } = await begun;
    finish('done');
    expect(await (await answer).json()).toMatchObject({ ok: true, data: 'done' });
    await sleep(50);
    expect(signal.aborted).toBe(false);
  });

  test('refuses an address that nobody can read with a problem', async () => {
    const { port } = await openSlow();
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /\\..\\secret HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    );
    let got = '';
    socket.on('data', (chunk) => (got += String(chunk)));
    await once(socket, 'close');
    expect(got).toContain('HTTP/1.1 400');
    expect(got).toContain('GATEWAY_REQUEST_INVALID');
    expect(got).toContain('x-content-type-options: nosniff');
  });

  test('drops a client that takes too long to send its request', async () => {
    const { port } = await openSlow({ requestTimeoutMs: 200 });
    const socket = connect(port, '127.0.0.1', () => socket.write(callBytes.slice(0, -1)));
    let got = '';
    socket.on('data', (chunk) => (got += String(chunk)));
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect(got).not.toContain('200 OK');
  });

  test('lets a tool take longer than a client may take to send', async () => {
    const { begun, post, finish } = await openSlow({ requestTimeoutMs: 1000 });
    const answer = post();
    await begun;
    await sleep(1500);
    finish('late');
    expect(await (await answer).json()).toMatchObject({ data: 'late' });
  });
});

describe('close', () => {
  test('lets a running call finish, and takes no new one', async () => {
    const { url, close, begun, post, finish } = await openSlow();
    const answer = post();
    await begun;
    const closed = close();
    await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed'), 10_000);
    finish('in time');
    expect(await (await answer).json()).toMatchObject({ ok: true, data: 'in time' });
    await closed;
  });

  test('ends a call that outlasts the grace, and its client gets an answer', async () => {
    const { close, begun, post } = await openSlow({ closeGraceMs: 50 });
    const answer = post();
    const { signal } = await begun;
    await close();
    expect(signal.aborted).toBe(true);
    const { status } = await answer;
    expect(status).toBe(499);
    expect(await (await answer).json()).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
  });

  test('does not wait for idle and silent connections', async () => {
    const { url, port, close } = await openSlow({ closeGraceMs: 600_000 });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await new Promise((resolve) =>
      request(`${url}/healthz`, { agent }, (answer) => answer.resume().on('end', resolve)).end(),
    );
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    await sleep(50);
    await close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('cuts a client that keeps sending when the grace is over', async () => {
    const { port, close } = await openSlow({ closeGraceMs: 50 });
    const socket = connect(port, '127.0.0.1', () => socket.write(callBytes.slice(0, -1)));
    socket.on('error', () => undefined);
    const cut = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
    await sleep(100);
    await close();
    expect(await cut).toBe(true);
  });

  test('may be called twice, and frees the port', async () => {
    const { port, close } = await openSlow();
    await Promise.all([close(), close()]);
    const again = await startGateway({ caller: createCaller({ tools: new ToolRegistry() }), port });
    expect(again.port).toBe(port);
    await again.close();
  });
});
