import { ExitCode } from '../../exit-code.js';
import { compileKnownFlow, knownFlow } from '@helve/project/run';
import { localeFlags, readLocaleFlags } from './locale-flags.js';
import { printJson } from '../../text/print-json.js';
import { toProblemDetail } from '../run/call-record.js';
import type { Command } from '../command.js';

/** `helve flow check FLOW`: every broken rule with file, line and what to do. */
export const flowCheckCommand: Command = {
  name: 'check',
  args: ['<flow>'],
  summary: 'check a flow without running it',
  flags: [...localeFlags, { name: 'json', docs: 'print the diagnostics as JSON' }],
  examples: ['flow check flows/release.yaml', 'flow check translate --target de --json'],
  notes: () => 'Exits with 2 if there is an error; warnings and hints are only shown.',
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openProject }) {
    const project = await openProject();
    const parsed = await knownFlow(project, name, terminal.io.cwd);
    const { plan, diagnostics } = compileKnownFlow(parsed, project, readLocaleFlags(flags));
    const ok = plan !== undefined;
    if (flags['json'] === true) {
      printJson({ schema: 'helve.flow-check/v1', flow: parsed.name, ok, diagnostics }, terminal);
    } else {
      for (const diagnostic of diagnostics) {
        const { where, message, suggestion } = toProblemDetail(diagnostic);
        terminal.print(`${where}: ${message}${suggestion === undefined ? '' : `. ${suggestion}`}`);
      }
      terminal.notify(ok ? `${parsed.name} keeps all rules` : `${parsed.name} breaks rules`);
    }
    return ok ? ExitCode.done : ExitCode.usage;
  },
};
