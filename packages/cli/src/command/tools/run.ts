import type { Command } from '../command.js';
import { runTool } from './run-tool.js';

/** `helve tools run NAME FILES`: the long form of `helve NAME FILES`. */
export const toolsRunCommand: Command = {
  name: 'run',
  args: ['<name>', '[args...]'],
  summary: 'run a flow tool over files; its parameters are flags',
  flags: [],
  examples: ['tools run pseudo-translate app.json --target de'],
  passThrough: true,
  configOptional: true,
  run: ({ args: [name = '', ...argv], ...rest }) => runTool(name, argv, { ...rest, args: argv }),
};
