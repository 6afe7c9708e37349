import { visibleText } from '@helve/core';
import { ExitCode } from '../../exit-code.js';
import { flagText, type Command } from '../command.js';
import { alreadyOver, findApproval } from './find-approval.js';
import { openApprovals } from '@helve/project';
import { terminalCallerOptions } from '../call/print-response.js';

/** `helve approvals reject ID`: a person's no; nothing runs. */
export const approvalsRejectCommand: Command = {
  name: 'reject',
  args: ['<id>'],
  summary: 'reject a waiting call; nothing runs',
  flags: [{ name: 'reason', value: 'TEXT', docs: 'reason, which the caller gets to see' }],
  examples: ['approvals reject apr_5d41', "approvals reject apr_5d41 --reason 'not on Fridays'"],
  async run({ terminal, args: [id = ''], flags, openProject }) {
    const approvals = await openApprovals(await openProject(), terminalCallerOptions(terminal));
    await findApproval(approvals, id);
    const reason = flagText(flags, 'reason');
    const by = { id: terminal.io.user };
    const decided = await approvals.decide(id, { decision: 'no', by, ...(reason === undefined ? {} : { reason }) });
    const approval = decided ?? (await findApproval(approvals, id));
    if (approval.state !== 'rejected') throw alreadyOver(approval);
    terminal.notify(`Rejected: ${visibleText(approval.preview)}`);
    return ExitCode.done;
  },
};
