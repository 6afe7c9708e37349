import { assertPlan } from '@helve/flow';
import { ExitCode } from '../../exit-code.js';
import { compileKnownFlow, knownFlow } from '@helve/project/run';
import { localeFlags, readLocaleFlags } from './locale-flags.js';
import { printJson } from '../../text/print-json.js';
import { withDiagnostics } from '../run/call-record.js';
import type { Command } from '../command.js';

/** `helve flow compile FLOW`: the plan that the engine would get. */
export const flowCompileCommand: Command = {
  name: 'compile',
  args: ['<flow>'],
  summary: 'print the plan of a flow as JSON',
  flags: [...localeFlags, { name: 'json', docs: 'print failures as JSON too' }],
  examples: ['flow compile translate --target de'],
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openProject }) {
    const project = await openProject();
    const compiled = compileKnownFlow(await knownFlow(project, name, terminal.io.cwd), project, readLocaleFlags(flags));
    printJson(
      withDiagnostics(() => assertPlan(compiled)),
      terminal,
    );
    return ExitCode.done;
  },
};
