import { Readable, Writable } from 'node:stream';
import { ExitCode } from '../../exit-code.js';
import type { Io, Sink } from '../../io.js';
import type { Command } from '../command.js';
import { mcpAddCommand } from './add.js';
import { mcpConfigCommand } from './config.js';
import { mcpInspectCommand } from './inspect.js';
import { mcpLsCommand } from './ls.js';
import { mcpRmCommand } from './rm.js';

/** `helve mcp`: the tools over MCP, for the client that starts it. */
export const mcpCommand: Command = {
  name: 'mcp',
  args: [],
  summary: 'serve the tools over MCP to the client that starts it; add the tools of other MCP servers',
  flags: [],
  outlives: true,
  examples: ['mcp', 'mcp config claude-desktop', 'mcp add files -- npx -y @modelcontextprotocol/server-filesystem .'],
  notes: () => 'It speaks the protocol on stdin and stdout, says everything else on stderr, and ends with its client.',
  subcommands: [mcpAddCommand, mcpLsCommand, mcpInspectCommand, mcpRmCommand, mcpConfigCommand],
  async run({ terminal, openProject }) {
    const project = await openProject();
    const { serveMcp } = await import('@helve/project/serve');
    if (!(await serveMcp(project, terminal, toPipes(terminal.io)))) return ExitCode.failed;
    const { signal } = terminal.io;
    return signal.aborted && signal.reason !== 'SIGTERM' ? ExitCode.interrupted : ExitCode.done;
  },
};

/** The pipes of the process itself, or streams over whatever stands in their place. */
function toPipes({ stdin, stdout }: Io): { readonly stdin: Readable; readonly stdout: Writable } {
  return {
    stdin: stdin instanceof Readable ? stdin : Readable.from(stdin),
    stdout: stdout instanceof Writable ? stdout : toWritable(stdout),
  };
}

function toWritable(sink: Sink): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      sink.write(chunk);
      done();
    },
  });
}
