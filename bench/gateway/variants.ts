import type { Variants } from '../kit/run-variants.js';
import { coldStart } from './cold-start.js';
import { serveBare, serveGateway, serveGoverned, serveHono, serveStored, type Served } from './http-servers.js';
import { load, type Load } from './load.js';
import { serveLowLevel, serveMcpServer } from './mcp-servers.js';
import { serveUntilGone, startServerProcess } from './server-process.js';
import { stdioVariants } from './stdio.js';
import { addBody } from './tools.js';

type Ask = Omit<Load, 'port' | 'requests'>;

const httpCall: Ask = { path: '/v1/tools/add/call', body: addBody, connections: 64 };
const writingCall: Ask = { ...httpCall, path: '/v1/tools/book/call' };
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

/** What a request costs: by the clock, and by the processor of the server alone. */
export interface Figures {
  readonly time: number;
  readonly processor: number;
}

const mcpGateway = (count: number): Measured => ({
  start: () => serveGateway([], count),
  ask: mcpCall,
  // As many as over HTTP: in shorter rounds more tools seem to cost more, until all is compiled.
  requests: 8_000,
});
const mcpServer = (count: number, requests: number): Measured => ({
  start: () => serveMcpServer(count),
  ask: mcpCall,
  requests,
});

const servers: Readonly<Record<string, Measured>> = {
  'bare hono route': { start: serveHono, ask: httpCall, requests: 8_000 },
  'gateway, no rules': { start: serveBare, ask: httpCall, requests: 8_000 },
  'gateway, standard rules': { start: serveGoverned, ask: httpCall, requests: 8_000 },
  'gateway, SQLite trail': { start: serveStored, ask: httpCall, requests: 8_000 },
  'SQLite trail, a tool that reads, alone': {
    start: serveStored,
    ask: { ...httpCall, connections: 1 },
    requests: 1_000,
  },
  'SQLite trail, a tool that writes, alone': {
    start: serveStored,
    ask: { ...writingCall, connections: 1 },
    requests: 1_000,
  },
  'SQLite trail, a tool that writes, 64 at once': { start: serveStored, ask: writingCall, requests: 8_000 },
  'SDK low-level, 300 tools': { start: () => serveLowLevel(300), ask: mcpCall, requests: 1_000 },
  'SDK McpServer, 1 tool': mcpServer(1, 1_000),
  'SDK McpServer, 100 tools': mcpServer(100, 500),
  'SDK McpServer, 300 tools': mcpServer(300, 300),
  'SDK McpServer, 1,000 tools': mcpServer(1_000, 100),
  'gateway MCP, 1 tool': mcpGateway(1),
  'gateway MCP, 100 tools': mcpGateway(100),
  'gateway MCP, 300 tools': mcpGateway(300),
  'gateway MCP, 1,000 tools': mcpGateway(1_000),
};

/** Everything that `npm run bench -- gateway` measures; a server is a process of its own. */
export const gatewayVariants: Variants = {
  ...Object.fromEntries(
    Object.entries(servers).flatMap(([name, { start }]) => [
      [`serve ${name}`, () => serveUntilGone(start)],
      [`${name}: time`, async () => (await measureServer(name)).time],
      [`${name}: processor`, async () => (await measureServer(name)).processor],
    ]),
  ),
  ...stdioVariants,
  'helve serve: first answer': async () => (await coldStart()).firstAnswerMs,
  'helve serve: idle memory': async () => (await coldStart()).idleMiB,
};

const warmUps = 2;
const rounds = 5;

/** The best of several rounds, of which the first ones warm up. */
export async function measureServer(name: string): Promise<Figures> {
  const measured = servers[name];
  if (measured === undefined) throw new Error(`Cannot measure "${name}": there is no such server`);
  const server = await startServerProcess(`serve ${name}`);
  const taken: Figures[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const before = await server.processor();
      const time = await load({ ...measured.ask, port: server.port, requests: measured.requests });
      taken.push({ time, processor: ((await server.processor()) - before) / measured.requests });
    }
  } finally {
    await server.stop();
  }
  const counted = taken.slice(warmUps);
  const best = (by: keyof Figures) => Math.min(...counted.map((figures) => figures[by]));
  return { time: best('time'), processor: best('processor') };
}
