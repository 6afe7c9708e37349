import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Variants } from '../kit/run-variants.js';
import { addResult, addTool, benchInfo } from './mcp-servers.js';
import { createProject } from './project.js';
import { endWhenSilent } from './silence.js';
import { addInput, addOutput } from './tools.js';

const sdkServer = 'serve SDK over stdio';
const rounds = 6;
const callsOfRound = 1_000;

/** Without rules, as the SDK has none: what is compared is the way there and back. */
const config = `import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const add = defineTool({
  id: 'add',
  description: 'Adds two numbers',
  inputSchema: ${JSON.stringify(addInput)},
  outputSchema: ${JSON.stringify(addOutput)},
  policy: { category: 'utility', sideEffects: 'none', effects: [], idempotent: true, requiresConfirmation: false },
  execute: ({ a, b }) => ({ sum: a + b }),
});
export default defineConfig({ tools: [add], govern: false });
`;

/** How a client begins, and what it sends with every call. */
interface Client {
  readonly begin: readonly object[];
  readonly meta: object;
}

const older = (capabilities: object): Client => ({
  begin: [
    {
      jsonrpc: '2.0',
      id: 'begin',
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities, clientInfo: benchInfo },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ],
  meta: {},
});

const clients: Readonly<Record<string, Client>> = {
  'client of 2026-07-28': {
    begin: [],
    meta: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
  'client of 2025-11-25': older({}),
  'client of 2025-11-25 that can be asked': older({ elicitation: {}, sampling: {}, roots: {} }),
};

/** A round trip over two pipes, by server and client. */
export const stdioVariants: Variants = {
  [sdkServer]: serveSdk,
  ...Object.fromEntries(
    Object.entries(clients).flatMap(([name, client]) => [
      [`SDK, ${name}`, () => measureTrips(process.argv[1] ?? '', ['--variant', sdkServer], client)],
      [`helve mcp, ${name}`, () => measureHelve(client)],
    ]),
  ),
};

export const stdioClients = Object.keys(clients);

/** The server of the SDK over stdio, until the client has gone. */
async function serveSdk(): Promise<number> {
  serveStdio(() => {
    const server = new Server(benchInfo, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: [addTool('add', 'Adds two numbers')] }));
    server.setRequestHandler('tools/call', ({ params }) => addResult(params.arguments));
    return server;
  });
  await once(process.stdin, 'end');
  process.exit(0);
}

async function measureHelve(client: Client): Promise<number> {
  const { folder, helve, remove } = createProject(config);
  try {
    return await measureTrips(helve, ['mcp'], client, folder);
  } finally {
    remove();
  }
}

/** Microseconds from a call to its answer, one after the other: the best round, of which the first ones warm up. */
async function measureTrips(
  script: string,
  args: readonly string[],
  client: Client,
  cwd = process.cwd(),
): Promise<number> {
  const server = spawn(process.execPath, [script, ...args], { cwd });
  server.stderr.resume();
  endWhenSilent(server);
  const ask = createAsk(server);
  for (const message of client.begin) await ask(message);
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    for (let call = 0; call < callsOfRound; call += 1) {
      const params = { name: 'add', arguments: { a: call, b: 1 }, ...client.meta };
      const answer = await ask({ jsonrpc: '2.0', id: call, method: 'tools/call', params });
      if (!answer.includes(`{"sum":${call + 1}}`)) throw new Error(`Cannot measure: ${answer}`);
    }
    took.push(((performance.now() - began) * 1_000) / callsOfRound);
  }
  server.stdin.end();
  await once(server, 'exit');
  return Math.min(...took.slice(2));
}

/** Sends a line and waits for the next that comes back; a message without an id has no answer. */
function createAsk({ stdin, stdout }: ChildProcessWithoutNullStreams): (message: object) => Promise<string> {
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return async (message) => {
    stdin.write(`${JSON.stringify(message)}\n`);
    if (!('id' in message)) return '';
    const { value, done } = await lines.next();
    if (done === true) throw new Error('Cannot measure: the server has gone');
    return value;
  };
}
