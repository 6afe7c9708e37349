import { ExitCode } from '../exit-code.js';
import type { Command } from './command.js';
import { notWaiting, openDesk } from './open-desk.js';

/** `helve approvals reject ID`: a person's no; nothing runs. */
export const approvalsRejectCommand: Command = {
  name: 'reject',
  args: ['<id>'],
  summary: 'say no; nothing runs',
  flags: [],
  examples: ['approvals reject apr_5d41'],
  async run({ terminal, args: [id = ''], compose }) {
    const desk = await openDesk(await compose(), terminal);
    const approval = await desk.decide(id, 'no', terminal.io.user);
    if (approval === undefined) throw notWaiting(id);
    terminal.say(`Rejected: ${approval.preview}`);
    return ExitCode.done;
  },
};
