import type { JsonObject } from '@helve/core';
import { visibleText } from '@helve/core';
import type { Approval } from '@helve/gateway';
import { type Project, createWholeOutput, openApprovals } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { planFlags } from '../../flags/plan-flags.js';
import { createCallReports } from '../call/call-reports.js';
import { printResponse, type ResponseOptions, terminalCallerOptions } from '../call/print-response.js';
import { flagText, type Command } from '../command.js';
import { alreadyOver, findApproval, ownerLabel } from './find-approval.js';
import { readInput } from '../read-input.js';

/** `helve approvals approve ID`: a person's yes; the call it was about runs once, with the arguments that were shown. */
export const approvalsApproveCommand: Command = {
  name: 'approve',
  args: ['<id>'],
  summary: 'approve a waiting call, run it and print its data',
  flags: [
    { name: 'reason', value: 'TEXT', docs: 'reason, for the trail and the caller' },
    {
      name: 'arguments',
      value: 'FILE',
      docs: 'run with these arguments instead: a JSON file, or - for stdin; masked values stay as requested',
    },
    { name: 'envelope', docs: 'print the whole response, not only its data' },
  ],
  examples: ['approvals approve apr_5d41', 'approvals approve apr_5d41 --arguments smaller.json'],
  async run({ terminal, args: [id = ''], flags, configFile, openProject }) {
    const project = await openProject();
    const whole = createWholeOutput();
    const reports = createCallReports(terminal);
    const approvals = await openApprovals(project, {
      ...terminalCallerOptions(terminal, whole.hook),
      report: reports.report,
    });
    const { signal, user } = terminal.io;
    const pending = await findApproval(approvals, id);
    const reason = flagText(flags, 'reason');
    const file = flagText(flags, 'arguments');
    const decided = await approvals.decide(id, {
      decision: 'yes',
      by: { id: user },
      ...(reason === undefined ? {} : { reason }),
      ...(file === undefined ? {} : { arguments: (await readInput(file, terminal.io)) as JsonObject }),
    });
    const approval = decided ?? (await findApproval(approvals, id));
    const options = toResponseOptions(project, pending, { config: configFile, envelope: flags['envelope'] === true });
    if (approval.kind === 'confirmation' && approval.state === 'approved') {
      const response = await approvals.resume(id, { signal });
      if (response !== undefined) return printResponse(whole.restore(reports.explain(response)), options, terminal);
    }
    const now = await findApproval(approvals, id);
    if (now.answer !== undefined && file === undefined) {
      terminal.notify(`It was approved before, by ${visibleText(ownerLabel(now.decidedBy ?? ''))}, and ran once:`);
      return printResponse(now.answer, options, terminal);
    }
    if (decided === undefined) throw alreadyOver(now);
    terminal.notify(`Approved: ${visibleText(approval.preview)}`);
    return ExitCode.done;
  },
};

function toResponseOptions(
  { tools }: Project,
  { toolId }: Approval,
  rest: Omit<ResponseOptions, 'plan'>,
): ResponseOptions {
  const contract = tools.contracts().find((tool) => tool.id === toolId);
  return { ...rest, plan: contract === undefined ? { flags: [], withoutFlag: [] } : planFlags(contract.inputSchema) };
}
