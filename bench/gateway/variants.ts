import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Variants } from '../kit/run-variants.js';
import { coldStart } from './cold-start.js';
import { serveBare, serveGateway, serveGoverned, serveHono, serveStored, type Served } from './http-servers.js';
import { load, type Load } from './load.js';
import { serveLowLevel, serveMcpServer } from './mcp-servers.js';
import { stdioVariants } from './stdio.js';
import { addBody } from './tools.js';

type Ask = Omit<Load, 'port' | 'requests'>;

const httpCall: Ask = { path: '/v1/tools/add/call', body: addBody, connections: 64 };
const mcpCall: Ask = {
  path: '/mcp',
  headers: {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'add',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'add',
      arguments: { a: 1, b: 2 },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
  connections: 32,
};

interface Measured {
  readonly start: () => Promise<Served>;
  readonly ask: Ask;
  /** In one round. */
  readonly requests: number;
}

const servers: Readonly<Record<string, Measured>> = {
  'bare hono route': { start: serveHono, ask: httpCall, requests: 8_000 },
  'gateway, no rules': { start: serveBare, ask: httpCall, requests: 8_000 },
  'gateway, standard rules': { start: serveGoverned, ask: httpCall, requests: 8_000 },
  'gateway, SQLite trail': { start: serveStored, ask: httpCall, requests: 3_000 },
  'SDK low-level, 300 tools': { start: () => serveLowLevel(300), ask: mcpCall, requests: 2_000 },
  'SDK McpServer, 300 tools': { start: () => serveMcpServer(300), ask: mcpCall, requests: 500 },
  'gateway MCP, 1 tool': { start: () => serveGateway([], 1), ask: mcpCall, requests: 2_000 },
  'gateway MCP, 100 tools': { start: () => serveGateway([], 100), ask: mcpCall, requests: 2_000 },
  'gateway MCP, 300 tools': { start: () => serveGateway([], 300), ask: mcpCall, requests: 2_000 },
  'gateway MCP, 1,000 tools': { start: () => serveGateway([], 1_000), ask: mcpCall, requests: 2_000 },
};

/** Everything that `npm run bench -- gateway` measures; a server is a process of its own. */
export const gatewayVariants: Variants = {
  ...Object.fromEntries(
    Object.entries(servers).flatMap(([name, measured]) => [
      [`serve ${name}`, () => serveUntilGone(measured.start)],
      [`${name}: time`, () => measureCalls(name, measured, 'time')],
      [`${name}: processor`, () => measureCalls(name, measured, 'processor')],
    ]),
  ),
  ...stdioVariants,
  'helve serve: first answer': async () => (await coldStart()).firstAnswerMs,
  'helve serve: idle memory': async () => (await coldStart()).idleMiB,
};

/** The best of several rounds, for each request: of the clock, or of the processor of the server alone. */
async function measureCalls(name: string, { ask, requests }: Measured, by: 'time' | 'processor'): Promise<number> {
  const server = fork(process.argv[1] ?? '', ['--variant', `serve ${name}`]);
  const [port] = (await once(server, 'message')) as [number];
  const processor = async () => {
    server.send('processor');
    const [{ user, system }] = (await once(server, 'message')) as [NodeJS.CpuUsage];
    return user + system;
  };
  const rounds: number[] = [];
  try {
    for (let round = 0; round < 5; round += 1) {
      const before = await processor();
      const timeUs = await load({ ...ask, port, requests });
      rounds.push(by === 'time' ? timeUs : ((await processor()) - before) / requests);
    }
  } finally {
    server.disconnect();
    await once(server, 'exit');
  }
  // The first rounds warm up.
  return Math.min(...rounds.slice(2));
}

async function serveUntilGone(start: () => Promise<Served>): Promise<number> {
  const served = await start();
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.send?.(served.port);
  await once(process, 'disconnect');
  await served.close();
  process.exit(0);
}
