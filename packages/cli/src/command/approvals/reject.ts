import { visibleText } from '@helve/core';
import { ExitCode } from '../../exit-code.js';
import { textOf, type Command } from '../command.js';
import { alreadyOver, findApproval } from './find-approval.js';
import { openApprovals } from '@helve/project';
import { terminalLine } from '../call/answer.js';

/** `helve approvals reject ID`: a person's no; nothing runs. */
export const approvalsRejectCommand: Command = {
  name: 'reject',
  args: ['<id>'],
  summary: 'say no; nothing runs',
  flags: [{ name: 'reason', value: 'TEXT', docs: 'why; it reaches whoever asked' }],
  examples: ['approvals reject apr_5d41', "approvals reject apr_5d41 --reason 'not on Fridays'"],
  async run({ terminal, args: [id = ''], flags, compose }) {
    const desk = await openApprovals(await compose(), terminalLine(terminal));
    await findApproval(desk, id);
    const reason = textOf(flags, 'reason');
    const by = { id: terminal.io.user };
    const decided = await desk.decide(id, { decision: 'no', by, ...(reason === undefined ? {} : { reason }) });
    const approval = decided ?? (await findApproval(desk, id));
    if (approval.state !== 'rejected') throw alreadyOver(approval);
    terminal.say(`Rejected: ${visibleText(approval.preview)}`);
    return ExitCode.done;
  },
};
