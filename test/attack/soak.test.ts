import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { needs } from '../needs.js';
import { startVictim, type Victim } from './kit.js';
import { isLong, tally } from './tally.js';

/** What is measured is compared with the end of the second minute, when everything is warm. */
const warmMs = isLong ? 120_000 : 1_000;
const lastsMs = isLong ? 300_000 : 2_500;
const limit = 1.3;

const config = `
import { setTimeout as sleep } from 'node:timers/promises';
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
export default defineConfig({
  tools: [
    defineTool({ id: 'double', description: 'Doubles', inputSchema, policy: { sideEffects: 'none' }, execute: ({ n }) => ({ n: n * 2 }) }),
    defineTool({ id: 'write', description: 'Writes', inputSchema, policy: { sideEffects: 'writes' }, execute: ({ n }) => ({ n }) }),
    defineTool({ id: 'slow', description: 'Takes a moment', inputSchema, policy: { sideEffects: 'none' }, execute: async ({ n }, ctx) => { await sleep(200, undefined, { signal: ctx.signal }); return { n }; } }),
    defineTool({ id: 'fail', description: 'Fails', inputSchema, policy: { sideEffects: 'none' }, execute: () => { throw new Error('a bug'); } }),
  ],
  govern: { rateLimit: false },
  server: { port: 0 },
});
`;

/** How the load treats a server: calls, calls that are cut, sessions, a flow tool, MCP clients that come and go. */
function loads({ url, welcome }: Victim, agent: Agent): readonly ((n: number) => Promise<void>)[] {
  const start = /start=([\w-]+)/.exec(welcome)?.[1] ?? '';
  const post = (tool: string, input: unknown, headers: Record<string, string> = {}, cutAfterMs?: number) =>
    new Promise<void>((resolve) => {
      const own = { 'content-type': 'application/json', 'x-helve-start': start, ...headers };
      const sent = request(`${url}/v1/tools/${tool}/call`, { method: 'POST', agent, headers: own }, (answer) => {
        answer.resume();
        answer.on('close', resolve);
      });
      sent.on('error', () => resolve());
      sent.end(JSON.stringify(input));
      if (cutAfterMs !== undefined) setTimeout(() => sent.destroy(), cutAfterMs);
    });
  return [
    (n) => post('double', { n }),
    (n) => post('write', { n }, { 'x-session-id': `s${n % 500}` }),
    (n) => post('slow', { n }, {}, 20),
    (n) => post('fail', { n }),
    (n) => post('case-transform', { text: `Text ${n}`, config: { mode: 'upper' } }, {}, n % 2 === 0 ? 5 : undefined),
    async (n) => {
      if (n % 20 !== 0) return;
      const client = new Client({ name: 'soak', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
      await client.callTool({ name: 'double', arguments: { n } });
      await client.close();
    },
  ];
}

async function rssMib(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test('a server under mixed load grows no further once it is warm', needs('linux'), async () => {
  const victim = await startVictim({ 'helve.config.mjs': config });
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const state = { over: false, calls: 0 };
  const workers = loads(victim, agent).map(async (load) => {
    for (let n = 0; !state.over; n += 1) {
      await load(n);
      state.calls += 1;
    }
  });
  const began = performance.now();
  let warm = 0;
  let peak = 0;
  while (performance.now() - began < lastsMs) {
    await sleep(isLong ? 1_000 : 200);
    const now = await rssMib(victim.running.process.pid);
    if (performance.now() - began < warmMs) warm = Math.max(warm, now);
    else peak = Math.max(peak, now);
  }
  state.over = true;
  await Promise.all(workers);
  agent.destroy();
  const ratio = peak / warm;
  tally({
    attack: `soak of ${Math.round(lastsMs / 1000)} s`,
    acknowledged: state.calls,
    lost: 0,
    doubled: 0,
    leaked: Math.max(0, Math.round(peak - warm * limit)),
    note: `RSS ${warm.toFixed(0)} MiB warm, ${peak.toFixed(0)} at most: ${ratio.toFixed(2)}× (${limit}×)`,
  });
  expect((await victim.ask('/readyz')).status).toBe(200);
  // In a few seconds nothing is warm: only the long form says something about growth.
  if (isLong) expect(ratio).toBeLessThan(limit);
});
