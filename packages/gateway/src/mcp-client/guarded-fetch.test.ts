import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.js';
import { LineBroken } from './line-broken.js';
import { isGone } from './mcp-answer.js';

let address = '';
let seen = 0;
const server = createServer((request, response) => {
  seen += 1;
  if (request.url === '/away') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  if (request.url === '/cut') return response.write('half', () => response.destroy());
  if (request.url === '/nothing') return response.writeHead(204).end();
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    response.writeHead(200, { 'x-method': request.method ?? '' }).end(`${String(request.headers['x-given'])}:${body}`);
  });
});

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

test('a line that breaks, before an answer or within it, is told as such', async () => {
  const open = createGuardedFetch({ allowPrivate: true });
  const nobody = await open('http://127.0.0.1:1/').catch((error: unknown) => error);
  const cut = await (await open(`${address}/cut`)).text().catch((error: unknown) => error);
  for (const broken of [nobody, cut]) {
    expect(broken).toBeInstanceOf(LineBroken);
    expect(isGone(new Error('Cannot call', { cause: broken }))).toBe(true);
  }
});

test('words alone do not make a line a broken one', () => {
  expect(isGone(new Error('The tool says: fetch failed, socket hang up, ECONNRESET'))).toBe(false);
  expect(isGone(Object.assign(new Error('x'), { code: 'CONNECTION_CLOSED' }))).toBe(true);
  expect(isGone(Object.assign(new Error('x'), { data: { status: 404 } }))).toBe(true);
  expect(isGone('gone')).toBe(false);
});
