import { once } from 'node:events';
import { connect } from 'node:net';
import { createCaller, ToolRegistry } from '@helve/core';
import { startGateway, type StartGatewayOptions } from '@helve/gateway';
import { describe, expect, onTestFinished, test } from 'vitest';

async function open(options: Partial<StartGatewayOptions> = {}) {
  const tools = new ToolRegistry();
  const ran: unknown[] = [];
  tools.addInline({
    id: 'it',
    name: 'It',
    description: 'Does it',
    inputSchema: { type: 'object' },
    hooksByStage: {},
    execute: (input) => void ran.push(input),
  });
  const gateway = await startGateway({ caller: createCaller({ tools }), port: 0, ...options });
  onTestFinished(() => gateway.close());
  /** Sends bytes as they are, and gives what comes until the connection ends. */
  const send = async (...pieces: readonly string[]) => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => {});
    let got = '';
    socket.on('data', (chunk) => (got += String(chunk)));
    await once(socket, 'connect');
    for (const piece of pieces) if (!socket.destroyed) socket.write(piece);
    if (!socket.closed) await once(socket, 'close');
    return got;
  };
  return { ...gateway, ran, send };
}

const head = (line: string, ...more: readonly string[]) =>
  [line, 'Host: localhost', 'Content-Type: application/json', 'Connection: close', ...more, '', ''].join('\r\n');

describe('a hostile client', () => {
  test.each([
    ['..%2f..%2fhealthz', 404],
    ['%2e%2e', 404],
    ['it%00', 404],
    ['__proto__', 404],
    ['constructor', 404],
    ['it%2fcall', 404],
    ['%', 404],
    ['%ff', 404],
    ['x'.repeat(10_000), 404],
  ])('finds nothing behind the name %s', async (name, status) => {
    const { send, ran } = await open();
    const got = await send(head(`POST /v1/tools/${name}/call HTTP/1.1`, 'Content-Length: 2'), '{}');
    expect(got).toContain(`HTTP/1.1 ${status}`);
    expect(ran).toEqual([]);
  });

  test('cannot make the gateway hold a body without end, whether it says how long it is or not', async () => {
    const { send, ran } = await open({ maxBodyBytes: 1_000 });
    const chunk = `${(500).toString(16)}\r\n${'x'.repeat(500)}\r\n`;
    const chunked = await send(
      head('POST /v1/tools/it/call HTTP/1.1', 'Transfer-Encoding: chunked'),
      chunk,
      chunk,
      chunk,
      '0\r\n\r\n',
    );
    expect(chunked).toContain('HTTP/1.1 413');
    const declared = await send(head('POST /v1/tools/it/call HTTP/1.1', 'Content-Length: 1001'), 'x'.repeat(1_001));
    expect(declared).toContain('HTTP/1.1 413');
    expect(ran).toEqual([]);
  });

  test('that stops in the middle of a body runs nothing', async () => {
    const { port, ran, send } = await open({ requestTimeoutMs: 200 });
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(head('POST /v1/tools/it/call HTTP/1.1', 'Content-Length: 50') + '{"a":'),
    );
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.destroy();
    const slow = await send(head('POST /v1/tools/it/call HTTP/1.1', 'Content-Length: 50'), '{"a":');
    expect(slow).not.toContain('200 OK');
    expect(ran).toEqual([]);
  });

  test('that says two lengths, or a length and chunks, is not understood', async () => {
    const { send, ran } = await open();
    const two = await send(head('POST /v1/tools/it/call HTTP/1.1', 'Content-Length: 2', 'Content-Length: 40'), '{}');
    const both = await send(
      head('POST /v1/tools/it/call HTTP/1.1', 'Content-Length: 2', 'Transfer-Encoding: chunked'),
      '0\r\n\r\n',
    );
    for (const got of [two, both]) expect(got).toContain('HTTP/1.1 400');
    expect(ran).toEqual([]);
  });

  test.each([
    ['depth', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['a prototype', '{"__proto__":{"admin":true}}'],
    ['an unpaired quote', '{"a":"'],
  ])('sends JSON with %s and is refused', async (_, body) => {
    const { send, ran } = await open();
    const got = await send(head('POST /v1/tools/it/call HTTP/1.1', `Content-Length: ${Buffer.byteLength(body)}`), body);
    expect(got).toContain('HTTP/1.1 400');
    expect(ran).toEqual([]);
  });

  test('that asks by another name, or from another page, is refused on every address', async () => {
    const { send } = await open();
    for (const path of ['/healthz', '/v1/tools', '/metrics', '/v1/docs', '/']) {
      const rebound = await send(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
      expect([path, rebound.slice(0, 12)]).toEqual([path, 'HTTP/1.1 421']);
      const foreign = await send(head(`GET ${path} HTTP/1.1`, 'Origin: https://evil.example'));
      expect([path, foreign.slice(0, 12)]).toEqual([path, 'HTTP/1.1 403']);
    }
  });

  test('that was let in once by our name is not let in by another on the same connection', async () => {
    const { send } = await open();
    const got = await send(
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(got.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 421']);
  });
});
