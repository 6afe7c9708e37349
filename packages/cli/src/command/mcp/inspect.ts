import { visibleText } from '@helve/core';
import { ExitCode } from '../../exit-code.js';
import { compareTools, inspectServer, knownServer, readServers, withServers } from '@helve/project/mcp';
import { foreignText } from '../../text/foreign-text.js';
import { toTable } from '../../text/table.js';
import { projectLocation, type Command } from '../command.js';

/** `helve mcp inspect NAME`: compares the current tools of a server with the approved ones. */
export const mcpInspectCommand: Command = {
  name: 'inspect',
  args: ['<name>'],
  summary: 'compare the current tools of another MCP server with those that were approved',
  flags: [],
  examples: ['mcp inspect files', 'mcp inspect files --json'],
  notes: () => 'Exits with 3 where a tool changed or is gone. `helve mcp add` with the same name agrees to all of it.',
  async run(invocation) {
    const {
      terminal,
      args: [name = ''],
      flags,
    } = invocation;
    const tools = await withServers(projectLocation(invocation), async (context) => {
      const entry = knownServer(await readServers(context.configFile), name);
      return compareTools(entry, await inspectServer(name, entry, context));
    });
    const { style, width } = terminal;
    if (flags['json'] === true) terminal.print(JSON.stringify({ server: name, tools }, undefined, 2));
    else if (tools.length === 0) terminal.notify(`"${name}" has no tools`);
    else {
      const rows = tools.map(({ definition, state }) => [
        visibleText(definition.name),
        state,
        foreignText(definition.description ?? ''),
      ]);
      terminal.print(toTable(rows, { header: ['TOOL', 'STATE', 'WHAT IT SAYS OF ITSELF'], style, width }));
    }
    const broken = tools.some(({ state }) => state === 'changed' || state === 'gone');
    return broken ? ExitCode.checkSaidNo : ExitCode.done;
  },
};
