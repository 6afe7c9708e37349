import { flowCheckCommand } from './check.js';
import { flowCompileCommand } from './compile.js';
import { flowExplainCommand } from './explain.js';
import { flowLsCommand } from './ls.js';
import { flowNewCommand } from './new.js';
import { flowShowCommand } from './show.js';
import type { Command } from '../command.js';

/** `helve flow`: look at flows without running them. */
export const flowCommand: Command = {
  ...flowLsCommand,
  name: 'flow',
  summary: 'list, show, check, compile, explain and create flows',
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
