import { Readable, Writable } from 'node:stream';
import { visibleText, type ToolUser } from '@helve/core';
import type { House } from '../compose.js';
import { ExitCode } from '../exit-code.js';
import type { Io, Sink } from '../io.js';
import { describeThrown } from '../module/describe-thrown.js';
import { evidenceOf } from '../serve/evidence-of.js';
import { mcpOf } from '../serve/mcp-of.js';
import { openPorts, openServed } from '../serve/open-ports.js';
import { hostWorkers, type HostedWorkers } from '../worker/host/host-workers.js';
import type { Command, Invocation } from './command.js';
import { mcpAddCommand } from './mcp-add.js';
import { mcpConfigCommand } from './mcp-config.js';
import { mcpInspectCommand } from './mcp-inspect.js';
import { mcpLsCommand } from './mcp-ls.js';
import { mcpRmCommand } from './mcp-rm.js';

/** `helve mcp`: the tools over MCP, for the client that starts it. */
export const mcpCommand: Command = {
  name: 'mcp',
  args: [],
  summary: 'serve the tools over MCP to the client that starts it; bring in those of foreign servers',
  flags: [],
  examples: ['mcp', 'mcp config claude-desktop', 'mcp add files -- npx -y @modelcontextprotocol/server-filesystem .'],
  notes: () => 'It speaks the protocol on stdin and stdout, says everything else on stderr, and ends with its client.',
  subcommands: [mcpAddCommand, mcpLsCommand, mcpInspectCommand, mcpRmCommand, mcpConfigCommand],
  async run(invocation) {
    const house = await invocation.compose();
    const workers = await hostWorkers(house, invocation.terminal);
    try {
      return await serveUntilGone(house, workers, invocation);
    } finally {
      await workers.close();
    }
  },
};

async function serveUntilGone(house: House, { open }: HostedWorkers, { terminal }: Invocation): Promise<ExitCode> {
  const { io, say } = terminal;
  const line = await openServed(house, (thrown) => say(describeThrown(thrown)));
  const { ports, close: closePorts } = await openPorts(house, line, open, terminal);
  const { openMcpStdio } = await import('@helve/gateway');
  const served = await openMcpStdio(
    {
      caller: line.caller,
      ...(await evidenceOf(line)),
      ...ports,
      callTimeoutMs: house.config.server.callTimeoutMs,
      mcp: mcpOf(house.config),
      onError: (error, { toolId }) => say(`${visibleText(toolId ?? 'mcp')}: ${describeThrown(error)}`),
    },
    { user: userOf(house, io), ...pipesOf(io) },
  );
  const { signal } = io;
  const stop = () => void served.close();
  signal.addEventListener('abort', stop, { once: true });
  await served.closed;
  signal.removeEventListener('abort', stop);
  await closePorts();
  return signal.aborted && signal.reason !== 'SIGTERM' ? ExitCode.interrupted : ExitCode.done;
}

/** Who started the process may run flows, unless the project offers none here; whether they answer, the config says. */
function userOf({ config }: House, { user }: Io): ToolUser {
  return {
    id: user,
    scopes: config.expose.mcp?.builtIn === false ? [] : ['helve:flows'],
    ...(config.mcp.elicitation === 'trusted' ? { elicitation: 'trusted' } : {}),
  };
}

/** The pipes of the process itself, or streams over whatever stands in their place. */
function pipesOf({ stdin, stdout }: Io): { readonly stdin: Readable; readonly stdout: Writable } {
  return {
    stdin: stdin instanceof Readable ? stdin : Readable.from(stdin),
    stdout: stdout instanceof Writable ? stdout : writableOf(stdout),
  };
}

function writableOf(sink: Sink): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      sink.write(chunk);
      done();
    },
  });
}
