import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.js';
import { ConnectionLost } from './connection-lost.js';
import { isConnectionLost } from './foreign-value.js';

let address = '';
let seen = 0;
let left = 0;
const server = createServer((request, response) => {
  seen += 1;
  if (request.url === '/away') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  if (request.url === '/cut') return response.write('half', () => response.destroy());
  if (request.url === '/nothing') return response.writeHead(204).end();
  if (request.url === '/endless' || request.url === '/events') return void pour(response, request.url === '/events');
  if (request.url === '/open') return response.on('close', () => (left += 1)).write('first');
  if (request.url === '/pieces') return response.write('first', () => setTimeout(() => response.end('last'), 5));
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    response.writeHead(200, { 'x-method': request.method ?? '' }).end(`${String(request.headers['x-given'])}:${body}`);
  });
});

const mebibyte = Buffer.alloc(1024 * 1024, 'x');

/** More than anybody could hold: without an end, or as events that each are small enough. */
async function pour(response: ServerResponse, isEvents: boolean): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let piece = 0; piece < 40 && !response.destroyed; piece += 1) {
    response.write(mebibyte);
    await new Promise((resolve) => response.write(isEvents ? '\n\n' : 'x', resolve));
  }
  response.end();
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const refusal = { code: 'GATEWAY_MCP_ADDRESS_REFUSED' };

test('a private address is refused before anything is sent, however it is written', async () => {
  const guarded = createGuardedFetch({ allowPrivate: false });
  const { port } = new URL(address);
  const hosts = ['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost', '0.0.0.0'];
  for (const host of hosts) {
    await expect(guarded(`http://${host}:${port}/`), host).rejects.toMatchObject(refusal);
  }
  await expect(guarded('file:///etc/passwd')).rejects.toMatchObject(refusal);
  expect(seen).toBe(0);
});

test('where private addresses are allowed, it sends and reads as fetch does', async () => {
  const open = createGuardedFetch({ allowPrivate: true });
  const answer = await open(`${address}/`, { method: 'POST', body: 'hello', headers: { 'X-Given': 'yes' } });
  expect([answer.status, answer.headers.get('x-method'), await answer.text()]).toEqual([200, 'POST', 'yes:hello']);
  const empty = await open(`${address}/nothing`);
  expect([empty.status, empty.body]).toEqual([204, null]);
});

test('a redirect is handed back, not followed', async () => {
  const answer = await createGuardedFetch({ allowPrivate: true })(`${address}/away`);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/']);
});

test('an aborted request rejects', async () => {
  const open = createGuardedFetch({ allowPrivate: true });
  await expect(open(`${address}/`, { signal: AbortSignal.abort() })).rejects.toThrow('abort');
});

test('a request that is called off just when its answer has come ends quietly', async () => {
  const uncaught: unknown[] = [];
  const hear = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', hear);
  onTestFinished(() => void process.off('uncaughtException', hear));
  const open = createGuardedFetch({ allowPrivate: true });
  for (let round = 0; round < 5; round += 1) {
    const stop = new AbortController();
    const answer = await open(`${address}/pieces`, { signal: stop.signal });
    await readUntil('last', answer);
    stop.abort();
    await pause(10);
  }
  expect(uncaught).toEqual([]);
});

async function readUntil(text: string, { body }: Response): Promise<void> {
  const reader = body?.getReader();
  let held = '';
  while (!held.includes(text)) held += Buffer.from((await reader?.read())?.value ?? []).toString();
}

test('an answer that is turned away leaves no connection behind, however soon that is', async () => {
  const open = createGuardedFetch({ allowPrivate: true });
  await (await open(`${address}/open`)).body?.cancel();
  await expect.poll(() => left).toBe(1);
});

test('an answer that nobody could hold is broken off, and many small ones are not', async () => {
  const open = createGuardedFetch({ allowPrivate: true });
  await expect((await open(`${address}/endless`)).text()).rejects.toThrow('larger than 33554432 bytes');
  expect((await (await open(`${address}/events`)).arrayBuffer()).byteLength).toBe(40 * (mebibyte.length + 2));
});

test('a line that breaks, before an answer or within it, is told as such', async () => {
  const open = createGuardedFetch({ allowPrivate: true });
  const nobody = await open('http://127.0.0.1:1/').catch((error: unknown) => error);
  const cut = await (await open(`${address}/cut`)).text().catch((error: unknown) => error);
  for (const broken of [nobody, cut]) {
    expect(broken).toBeInstanceOf(ConnectionLost);
    expect(isConnectionLost(new Error('Cannot call', { cause: broken }))).toBe(true);
  }
});

test('words alone do not make a line a broken one', () => {
  expect(isConnectionLost(new Error('The tool says: fetch failed, socket hang up, ECONNRESET'))).toBe(false);
  expect(isConnectionLost(Object.assign(new Error('x'), { code: 'CONNECTION_CLOSED' }))).toBe(true);
  expect(isConnectionLost(Object.assign(new Error('x'), { data: { status: 404 } }))).toBe(true);
  expect(isConnectionLost('gone')).toBe(false);
});
