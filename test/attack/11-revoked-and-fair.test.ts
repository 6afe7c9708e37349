import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { startVictim, type Victim } from './kit.js';

const files = {
  'helve.config.mjs': `
let running = 0;
export default {
  tools: [{
    id: 'slow', name: 'slow', description: 'Takes its time', inputSchema: { type: 'object', properties: {} },
    hooksByStage: {}, execute: () => new Promise((done) => setTimeout(done, 60)),
  }],
  govern: { preset: 'standard', semaphore: { limit: 1, waitMs: 9000 } },
  server: { port: 0 },
};`,
};

let victim: Victim;
let leaving: Key;
let greedy: Key;
let modest: Key;
beforeAll(async () => {
  victim = await startVictim(files, ['--auth', 'keys']);
  [leaving, greedy, modest] = await Promise.all([keyOf('leaving'), keyOf('greedy'), keyOf('modest')]);
});

interface Key {
  readonly id: string;
  readonly headers: Record<string, string>;
}

async function keyOf(name: string): Promise<Key> {
  const { stdout } = await victim.project.helve(['keys', 'add', name, '--role', 'admin', '--json']);
  const { id, token } = JSON.parse(stdout) as { id: string; token: string };
  return { id, headers: { authorization: `Bearer ${token}` } };
}

/** Opens a stream; resolves when it has begun, with the promise of its end. */
function follow(path: string, headers: Record<string, string>, body?: unknown): Promise<{ ended: Promise<number> }> {
  return new Promise((begun, failed) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(new URL(path, victim.url), { method, headers: { ...type, ...headers } }, (answer) => {
      if (answer.statusCode !== 200) return failed(new Error(`${path} answers ${answer.statusCode}`));
      const ended = new Promise<number>((over) => {
        answer.on('end', () => over(Date.now()));
        answer.on('error', () => over(Date.now()));
      });
      answer.resume();
      begun({ ended });
    });
    sent.on('error', failed);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const today = '2026-07-28';
const listen = {
  jsonrpc: '2.0',
  id: 1,
  method: 'subscriptions/listen',
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': today,
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

test('a revoked key loses its open feeds and MCP streams within 2 s, and nobody else does', async () => {
  const accept = { accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const begun = await victim.ask('/mcp', {
    method: 'POST',
    body: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    headers: { ...leaving.headers, ...accept },
  });
  const session = { 'mcp-session-id': String(begun.headers['mcp-session-id']) };
  const modern = { ...accept, 'mcp-protocol-version': today, 'mcp-method': 'subscriptions/listen' };
  const streams = await Promise.all([
    follow('/v1/trail/live', leaving.headers),
    follow('/v1/approvals/live', leaving.headers),
    follow('/mcp', { ...leaving.headers, ...session, accept: 'text/event-stream' }),
    follow('/mcp', { ...leaving.headers, ...modern }, listen),
  ]);
  const other = await follow('/v1/trail/live', modest.headers);
  await victim.project.helve(['keys', 'revoke', leaving.id]);
  const revokedAt = Date.now();
  const ends = await Promise.all(streams.map(({ ended }) => ended));
  expect(Math.max(...ends) - revokedAt).toBeLessThan(2_000);
  const still = Symbol('still open');
  expect(await Promise.race([other.ended, Promise.resolve(still)])).toBe(still);
  expect((await victim.ask('/v1/tools', { headers: leaving.headers })).status).toBe(401);
});

test('waiting for a slot is fair: whoever queues up many calls delays nobody by more than one of them', async () => {
  const order: string[] = [];
  const call = async (who: string, headers: Record<string, string>) => {
    const { status } = await victim.ask('/v1/tools/slow/call', { method: 'POST', body: {}, headers });
    order.push(`${who} ${status}`);
  };
  const queued = Array.from({ length: 12 }, () => call('greedy', greedy.headers));
  await new Promise((later) => setTimeout(later, 100));
  await call('modest', modest.headers);
  expect(order.length).toBeLessThan(7);
  await Promise.all(queued);
  expect(new Set(order)).toEqual(new Set(['greedy 200', 'modest 200']));
});

test('the feeds of one caller are limited, and cost no other theirs', async () => {
  const feeds = await Promise.allSettled(Array.from({ length: 60 }, () => follow('/v1/trail/live', greedy.headers)));
  expect(feeds.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
  await follow('/v1/trail/live', modest.headers);
});
