import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { startVictim, type Victim } from './kit.js';

const files = {
  'helve.config.mjs': `
const inputSchema = { type: 'object', properties: { n: { type: 'number' } } };
export default {
  tools: [
    { id: 'double', name: 'double', description: 'Doubles', inputSchema, hooksByStage: {}, execute: ({ n }) => n * 2 },
  ],
  roots: [{ path: 'content' }],
  server: { port: 0 },
};`,
  'content/a.json': '{"a":"b"}',
};

let victim: Victim;
let start: Record<string, string>;
beforeAll(async () => {
  victim = await startVictim(files);
  start = { 'x-helve-start': /start=([\w-]{22})\b/.exec(victim.welcome)?.[1] ?? '' };
});

/** Sends a call with these header lines as they are, and gives the status of the answer. */
function statusOf(lines: readonly string[], body = '{"n":2}'): Promise<number> {
  const { port, host } = new URL(victim.url);
  const head = ['POST /v1/tools/double/call HTTP/1.1', `Host: ${host}`, 'connection: close', ...lines].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${head}\r\n\r\n${body}`));
    let heard = '';
    socket.on('data', (chunk) => (heard += String(chunk)));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(heard.slice(9, 12))));
  });
}

const json = 'content-type: application/json';
const length = 'content-length: 7';
const chunked = '7\r\n{"n":2}\r\n0\r\n\r\n';

test('a header that must stand once is refused when it stands twice', async () => {
  expect(await statusOf([json, length])).toBe(200);
  expect(await statusOf([json, 'Content-Type: text/plain', length])).toBe(400);
  expect(await statusOf([json, 'authorization: Bearer a', 'Authorization: Bearer b', length])).toBe(400);
});

test('a transfer encoding other than chunked is refused', async () => {
  expect(await statusOf([json, 'transfer-encoding: Chunked'], chunked)).toBe(200);
  expect(await statusOf([json, 'transfer-encoding: gzip, chunked'], chunked)).toBe(400);
});

test('a change that a foreign site causes is refused, even if the browser does not say which site', async () => {
  const call = async (site: string) =>
    (await victim.ask('/v1/tools/double/call', { method: 'POST', body: { n: 1 }, headers: { 'sec-fetch-site': site } }))
      .status;
  expect([await call('cross-site'), await call('same-origin'), await call('none')]).toEqual([403, 200, 200]);
  expect((await victim.ask('/healthz', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
});

test('a wrong start token is refused wherever it is shown', async () => {
  const headers = { 'x-helve-start': 'A'.repeat(22) };
  for (const answer of await victim.callBothWays('double', { n: 2 }, headers)) {
    expect(answer).toMatchObject({ status: 401, body: { code: 'GATEWAY_START_TOKEN_WRONG' } });
  }
  expect((await victim.ask('/v1/tools', { headers })).status).toBe(401);
  for (const { status } of await victim.callBothWays('double', { n: 2 }, start)) expect(status).toBe(200);
});

test('a file that is missing is named as it was asked for', async () => {
  const body = { file: 'content/nope.json' };
  const { text } = await victim.ask('/v1/tools/word-count/call', { method: 'POST', body, headers: start });
  expect(text).toContain('content/nope.json');
  expect(text).not.toContain(victim.project.folder);
});
