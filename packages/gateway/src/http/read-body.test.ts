import { connect } from 'node:net';
import { createCaller, ToolRegistry } from '@helve/core';
import { createGateway, startGateway, type StartGatewayOptions } from '@helve/gateway';
import { describe, expect, onTestFinished, test } from 'vitest';

/** A gateway with one tool that says what it got. */
async function open(options: Partial<StartGatewayOptions> = {}) {
  const registry = new ToolRegistry();
  let calls = 0;
  registry.addInline({
    id: 'echo',
    name: 'Echo',
    description: 'Says it again',
    inputSchema: { type: 'object' },
    hooksByStage: {},
    execute: (input) => {
      calls++;
      return input;
    },
  });
  const { url, port, close } = await startGateway({ caller: createCaller({ tools: registry }), port: 0, ...options });
  onTestFinished(close);
  const post = (
    body: string | Uint8Array,
    contentType: string | null = 'application/json',
    headers: Record<string, string> = {},
  ) =>
    fetch(`${url}/v1/tools/echo/call`, {
      method: 'POST',
      body: typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body),
      headers: contentType === null ? headers : { 'content-type': contentType, ...headers },
    });
  const refusal = async (body: string | Uint8Array) => {
    const answer = await post(body);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(calls).toBe(0);
    return { http: answer.status, ...((await answer.json()) as { code: string; detail: string; pointer?: string }) };
  };
  return { port, post, refusal };
}

describe('the content type', () => {
  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json;',
  ])('may be %s', async (type) => {
    const { post } = await open();
    expect((await post('{}', type)).status).toBe(200);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'application/json; charset=latin1',
    null,
  ])('is refused with 415 when it is %s', async (type) => {
    const { post } = await open();
    const answer = await post('{}', type);
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'GATEWAY_CONTENT_TYPE_REFUSED', status: 415 });
  });

  test('is refused with 415 when the body is compressed', async () => {
    const { post } = await open();
    expect((await post('{}', 'application/json', { 'content-encoding': 'gzip' })).status).toBe(415);
  });
});

describe('a body', () => {
  test('of exactly the limit is taken, one byte more is refused with 413', async () => {
    const { post } = await open({ maxBodyBytes: 20 });
    expect((await post('{"a":"12345678901"}'.padEnd(20))).status).toBe(200);
    const answer = await post('{"a":"12345678901"}'.padEnd(21));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'GATEWAY_BODY_TOO_LARGE', maxBytes: 20 });
  });

  test('may have one mebibyte by default', async () => {
    const { post } = await open();
    expect((await post(JSON.stringify({ a: 'x'.repeat(1024 * 1024 - 8) }))).status).toBe(200);
    expect((await post(JSON.stringify({ a: 'x'.repeat(1024 * 1024 - 7) }))).status).toBe(413);
  });

  test.each([
    ['announced as too large', 'Content-Length: 99999999\r\n\r\n{'],
    ['without end, in chunks', `Transfer-Encoding: chunked\r\n\r\n${`ff\r\n${' '.repeat(255)}\r\n`.repeat(10)}`],
  ])('%s is refused before it has all arrived', async (_, rest) => {
    const { port } = await open({ maxBodyBytes: 1000 });
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`POST /v1/tools/echo/call HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${rest}`);
    const [chunk] = await new Promise<Buffer[]>((resolve, reject) =>
      socket.on('data', (data) => resolve([data])).on('error', reject),
    );
    expect(String(chunk)).toContain('HTTP/1.1 413 ');
  });

  test.each([
    ['{"a":}', 'it is not JSON: expected a value at line 1, column 6'],
    ['{"a": 1,\n  b: 2}', 'it is not JSON: expected a key at line 2, column 3'],
    ['{"a": 1', 'it is not JSON: expected "," or "}" at line 1, column 8'],
    ["{'a': 1}", 'it is not JSON: expected a key or "}" at line 1, column 2'],
    ['{"a": "x}', 'it is not JSON: expected a closed, well-escaped string at line 1, column 7'],
    ['{} {}', 'it is not JSON: expected the end at line 1, column 4'],
    ['', 'it is empty'],
    ['  \n', 'it is empty'],
  ])('%j is refused with 400 and the place', async (body, problem) => {
    const { refusal } = await open();
    expect(await refusal(body)).toMatchObject({
      http: 400,
      code: 'GATEWAY_BODY_NOT_JSON',
      detail: `Cannot read the body: ${problem}`,
    });
  });

  test('that is not UTF-8 is refused with 400', async () => {
    const { refusal } = await open();
    expect(await refusal(Uint8Array.of(0x7b, 0xff, 0x7d))).toMatchObject({
      http: 400,
      detail: 'Cannot read the body: it is not UTF-8',
    });
  });

  test.each([
    ['[]', 'a list'],
    ['null', 'null'],
    ['3', 'a number'],
    ['"{}"', 'a string'],
    ['true', 'a boolean'],
  ])('%s is refused with 400: it is not an object', async (body, kind) => {
    const { refusal } = await open();
    expect(await refusal(body)).toMatchObject({
      http: 400,
      code: 'GATEWAY_BODY_NOT_OBJECT',
      detail: `Cannot read the body: expected a JSON object, got ${kind}`,
    });
  });

  test.each([
    ['{"__proto__": {"isAdmin": true}}', '/__proto__'],
    ['{"a": [{"b/c": {"__proto__": 1}}]}', '/a/0/b~1c/__proto__'],
    [String.raw`{"\u005f_proto__": null}`, '/__proto__'],
    ['{"constructor": {"prototype": {"isAdmin": true}}}', '/constructor/prototype'],
  ])('%s is refused with 400 and a pointer', async (body, pointer) => {
    const { refusal } = await open();
    expect(await refusal(body)).toMatchObject({ http: 400, code: 'GATEWAY_BODY_KEY_REFUSED', pointer });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('may have keys that only look dangerous', async () => {
    const { post } = await open();
    const input = { constructor: 'Gaudí', prototype: { toString: 1 }, proto: 1 };
    expect(await (await post(JSON.stringify(input))).json()).toMatchObject({ ok: true, data: input });
  });

  test('may be 64 levels deep, not 65, and 100,000 do no harm', async () => {
    const { post, refusal } = await open();
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(await refusal(nested(65))).toMatchObject({ http: 400, code: 'GATEWAY_BODY_TOO_DEEP' });
    expect(await refusal(nested(100_000))).toMatchObject({ http: 400, code: 'GATEWAY_BODY_TOO_DEEP' });
    expect((await post(nested(64))).status).toBe(200);
  });

  test('that breaks off is refused with 400', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' } as const;
    const gateway = createGateway({ caller: createCaller({ tools: new ToolRegistry() }) });
    const answer = await gateway.fetch(new Request('http://localhost/v1/tools/echo/call', init));
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'GATEWAY_BODY_UNREADABLE' }]);
  });
});
