import { ExitCode } from '../../exit-code.js';
import { inspectPlugins } from '@helve/project/run';
import { printJson } from '../../text/print-json.js';
import { loadConfig } from '@helve/project';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';

/** `helve plugins`: what the plugins of the config bring; a broken one is named. */
export const pluginsCommand: Command = {
  name: 'plugins',
  args: [],
  summary: 'list the plugins of the config and what they add',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['plugins', 'plugins --json'],
  notes: () => 'Exits with 2 if a plugin is broken.',
  async run({ terminal, flags, configFile, overrides }) {
    const { file, config } = await loadConfig(terminal.io.cwd, configFile, overrides);
    const loaded = await inspectPlugins({ config, file }, terminal.io.env);
    const plugins = loaded.map(({ name, tools, formats, hooks, payloads, problem }) => ({
      name,
      tools: tools.map((tool) => tool.name),
      formats: formats.map(({ id }) => id),
      payloads,
      hooks: hooks.length,
      ...(problem === undefined ? {} : { problem }),
    }));
    if (flags['json'] === true) printJson({ schema: 'helve.plugins/v1', plugins }, terminal);
    else if (plugins.length === 0) terminal.notify(`There are no plugins: add some to "plugins" in ${file}`);
    else {
      const rows = plugins.map(({ name, tools, formats, payloads, hooks, problem }) => [
        name,
        tools.join(' ') || '-',
        formats.join(' ') || '-',
        payloads.join(' ') || '-',
        String(hooks),
        problem === undefined ? 'ok' : `broken: ${problem}`,
      ]);
      const { style, width } = terminal;
      terminal.print(
        toTable(rows, { header: ['PLUGIN', 'TOOLS', 'FORMATS', 'PAYLOADS', 'HOOKS', 'STATE'], style, width }),
      );
    }
    return plugins.some(({ problem }) => problem !== undefined) ? ExitCode.usage : ExitCode.done;
  },
};
