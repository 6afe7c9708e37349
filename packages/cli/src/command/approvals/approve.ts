import type { JsonObject } from '@helve/core';
import { visibleText } from '@helve/core';
import type { Approval } from '@helve/gateway';
import { type Project, createWholeOutput, openApprovals } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { planFlags } from '../../flags/plan-flags.js';
import { answerCall, type AnswerOptions, terminalLine } from '../call/answer.js';
import { textOf, type Command } from '../command.js';
import { alreadyOver, findApproval, ownerLabel } from './find-approval.js';
import { readInput } from '../read-input.js';

/** `helve approvals approve ID`: a person's yes; the call it was about runs once, with the arguments that were shown. */
export const approvalsApproveCommand: Command = {
  name: 'approve',
  args: ['<id>'],
  summary: 'say yes; the call that waits is made, and its data printed',
  flags: [
    { name: 'reason', value: 'TEXT', docs: 'why, for the trail and whoever asked' },
    {
      name: 'arguments',
      value: 'FILE',
      docs: 'run these arguments instead: a JSON file, or - for stdin; what is masked stays as it was asked for',
    },
    { name: 'envelope', docs: 'print the whole answer, not only its data' },
  ],
  examples: ['approvals approve apr_5d41', 'approvals approve apr_5d41 --arguments smaller.json'],
  async run({ terminal, args: [id = ''], flags, configFile, compose }) {
    const house = await compose();
    const whole = createWholeOutput();
    const desk = await openApprovals(house, terminalLine(terminal, whole.hook));
    const { signal, user } = terminal.io;
    const asked = await findApproval(desk, id);
    const reason = textOf(flags, 'reason');
    const file = textOf(flags, 'arguments');
    const decided = await desk.decide(id, {
      decision: 'yes',
      by: { id: user },
      ...(reason === undefined ? {} : { reason }),
      ...(file === undefined ? {} : { arguments: (await readInput(file, terminal.io)) as JsonObject }),
    });
    const approval = decided ?? (await findApproval(desk, id));
    const options = optionsOf(house, asked, { config: configFile, envelope: flags['envelope'] === true });
    if (approval.kind === 'confirmation' && approval.state === 'approved') {
      const response = await desk.resume(id, { signal });
      if (response !== undefined) return answerCall(whole.restore(response), options, terminal);
    }
    const now = await findApproval(desk, id);
    if (now.answer !== undefined && file === undefined) {
      terminal.say(`It was approved before, by ${visibleText(ownerLabel(now.decidedBy ?? ''))}, and ran once:`);
      return answerCall(now.answer, options, terminal);
    }
    if (decided === undefined) throw alreadyOver(now);
    terminal.say(`Approved: ${visibleText(approval.preview)}`);
    return ExitCode.done;
  },
};

function optionsOf({ tools }: Project, { toolId }: Approval, rest: Omit<AnswerOptions, 'plan'>): AnswerOptions {
  const contract = tools.contracts().find((tool) => tool.id === toolId);
  return { ...rest, plan: contract === undefined ? { flags: [], withoutFlag: [] } : planFlags(contract.inputSchema) };
}
