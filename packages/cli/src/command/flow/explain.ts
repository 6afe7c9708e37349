import { assertPlan, drawFlow, explainPlan, toMermaid } from '@helve/flow/engine';
import { ExitCode } from '../../exit-code.js';
import { compileKnownFlow, knownFlow } from '@helve/project/run';
import { localeFlags, readLocaleFlags } from './locale-flags.js';
import { printJson } from '../../text/print-json.js';
import { withDiagnostics } from '../run/call-record.js';
import type { Command } from '../command.js';

/** `helve flow explain FLOW`: a picture of its steps, ports, passes and effects. */
export const flowExplainCommand: Command = {
  name: 'explain',
  args: ['<flow>'],
  summary: 'show a flow as a diagram: steps, ports, passes and effects',
  flags: [...localeFlags, { name: 'mermaid', docs: 'as a Mermaid diagram' }, { name: 'json', docs: 'as JSON' }],
  examples: ['flow explain translate --target de', 'flow explain count --mermaid'],
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openProject }) {
    const project = await openProject();
    const compiled = compileKnownFlow(await knownFlow(project, name, terminal.io.cwd), project, readLocaleFlags(flags));
    const plan = withDiagnostics(() => assertPlan(compiled));
    if (flags['json'] === true) printJson(explainPlan(plan), terminal);
    else terminal.print((flags['mermaid'] === true ? toMermaid(plan) : drawFlow(plan, terminal.width)).trimEnd());
    return ExitCode.done;
  },
};
