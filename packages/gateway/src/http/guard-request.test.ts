import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createCaller, ToolRegistry } from '@helve/core';
import { startGateway, type StartGatewayOptions } from '@helve/gateway';
import { describe, expect, onTestFinished, test } from 'vitest';

async function open(options: Partial<StartGatewayOptions> = {}) {
  const { url, port, close } = await startGateway({
    caller: createCaller({ tools: new ToolRegistry() }),
    port: 0,
    ...options,
  });
  onTestFinished(close);
  return { url, port };
}

/** `fetch` does not let one choose these headers. */
function send(url: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const outgoing = request(url, { headers, method }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode, headers: answer.headers, body }), reject);
      });
      outgoing.on('error', reject).end();
    },
  );
}

/** The first line of the answer to bytes that no client would send. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let got = '';
    socket.on('data', (chunk) => {
      got += String(chunk);
      if (!got.includes('\r\n')) return;
      socket.destroy();
      resolve(got.slice(0, got.indexOf('\r\n')));
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(got));
  });
}

describe('the Host header', () => {
  test.each(['localhost', 'LOCALHOST:80', '127.0.0.1:4310', '[::1]:4310'])('may say %s', async (host) => {
    const { url } = await open();
    expect((await send(`${url}/healthz`, { host })).status).toBe(200);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:4310',
    'evil.example:127',
    'localhost, evil.example',
    'a@localhost',
  ])('may not say %s', async (host) => {
    const { url } = await open();
    const answer = await send(`${url}/v1/tools`, { host });
    expect([400, 421]).toContain(answer.status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.body).not.toContain('"tools"');
  });

  test('is refused with 421, a code and what to do', async () => {
    const { url } = await open();
    const { status, body } = await send(`${url}/`, { host: 'evil.example' });
    expect([status, JSON.parse(body)]).toEqual([
      421,
      {
        type: 'urn:helve:error:GATEWAY_HOST_REFUSED',
        title: 'Misdirected Request',
        status: 421,
        detail: 'Cannot serve host "evil.example": it is not a name of this gateway',
        code: 'GATEWAY_HOST_REFUSED',
        suggestion: 'Use the address that the gateway printed, or add the name to `allowedHosts`',
      },
    ]);
  });

  test('may say a name of allowedHosts, with any port', async () => {
    const { url } = await open({ allowedHosts: ['Tools.Example'] });
    expect((await send(`${url}/healthz`, { host: 'tools.example:8080' })).status).toBe(200);
  });

  test('cannot be outvoted by a host in the request line', async () => {
    const { port } = await open();
    const line = await sendRaw(port, 'GET http://evil.example/v1/tools HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(line).toContain(' 421 ');
  });

  test('is needed', async () => {
    const { port } = await open();
    expect(await sendRaw(port, 'GET /v1/tools HTTP/1.1\r\n\r\n')).toContain(' 400 ');
    expect(await sendRaw(port, 'GET /v1/tools HTTP/1.0\r\n\r\n')).toContain(' 400 ');
  });
});

describe('the Origin header', () => {
  test('may be the gateway itself', async () => {
    const { url } = await open();
    expect((await send(`${url}/healthz`, { origin: url })).status).toBe(200);
  });

  test.each(['https://evil.example', 'null', 'http://localhost:1', 'http://127.0.0.1', 'garbage'])(
    'may not be %s',
    async (origin) => {
      const { url } = await open();
      const answer = await send(`${url}/healthz`, { origin });
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'GATEWAY_ORIGIN_REFUSED' });
    },
  );

  test('may be one of allowedOrigins, which then may read the answer', async () => {
    const { url } = await open({ allowedOrigins: ['https://app.example'] });
    const answer = await send(`${url}/healthz`, { origin: 'https://app.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(answer.headers['vary']).toBe('origin');
  });

  test('of an allowed page may ask beforehand, others learn nothing', async () => {
    const { url } = await open({ allowedOrigins: ['https://app.example'] });
    const path = `${url}/v1/tools/it/call`;
    const asked = await send(
      path,
      { origin: 'https://app.example', 'access-control-request-method': 'POST' },
      'OPTIONS',
    );
    expect(asked.status).toBe(204);
    expect(asked.headers['access-control-allow-methods']).toBe('POST, OPTIONS');
    expect(asked.headers['access-control-allow-headers']).toContain('content-type');
    expect((await send(path, { origin: 'https://evil.example' }, 'OPTIONS')).status).toBe(403);
  });
});
