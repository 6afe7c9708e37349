import { flowCheckCommand } from './flow-check.js';
import { flowCompileCommand } from './flow-compile.js';
import { flowExplainCommand } from './flow-explain.js';
import { flowListCommand } from './flow-list.js';
import { flowNewCommand } from './flow-new.js';
import { flowShowCommand } from './flow-show.js';
import type { Command } from './command.js';

/** `helve flow`: look at flows without running them. */
export const flowCommand: Command = {
  ...flowListCommand,
  name: 'flow',
  summary: 'list, show, check, compile, explain and begin flows',
  examples: ['flow list', 'flow check flows/release.yaml', 'flow explain translate --target de', 'flow new release'],
  subcommands: [
    flowListCommand,
    flowShowCommand,
    flowCheckCommand,
    flowCompileCommand,
    flowExplainCommand,
    flowNewCommand,
  ],
};
