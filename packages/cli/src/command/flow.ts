import { flowCheckCommand } from './flow-check.js';
import { flowCompileCommand } from './flow-compile.js';
import { flowExplainCommand } from './flow-explain.js';
import { flowLsCommand } from './flow-ls.js';
import { flowNewCommand } from './flow-new.js';
import { flowShowCommand } from './flow-show.js';
import type { Command } from './command.js';

/** `helve flow`: look at flows without running them. */
export const flowCommand: Command = {
  ...flowLsCommand,
  name: 'flow',
  summary: 'list, show, check, compile, explain and begin flows',
  examples: ['flow ls', 'flow check flows/release.yaml', 'flow explain translate --target de', 'flow new release'],
  subcommands: [
    flowLsCommand,
    flowShowCommand,
    flowCheckCommand,
    flowCompileCommand,
    flowExplainCommand,
    flowNewCommand,
  ],
};
