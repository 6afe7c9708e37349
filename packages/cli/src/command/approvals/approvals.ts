import { visibleJson, visibleText } from '@helve/core';
import { ExitCode } from '../../exit-code.js';
import { toTable } from '../../text/table.js';
import { approvalsApproveCommand } from './approve.js';
import { approvalsRejectCommand } from './reject.js';
import { approvalsShowCommand } from './show.js';
import { textOf, type Command } from '../command.js';
import { ownerLabel } from './find-approval.js';
import { openApprovals } from '@helve/project';
import { terminalLine } from '../call/answer.js';
import { readLimit } from '../read-limit.js';

const approvalsLsCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list what waits for an answer',
  flags: [
    { name: 'limit', value: 'COUNT', docs: 'at most so many, oldest first; 50 unless told' },
    { name: 'json', docs: 'as JSON' },
  ],
  examples: ['approvals ls', 'approvals ls --json'],
  async run({ terminal, flags, compose }) {
    const desk = await openApprovals(await compose(), terminalLine(terminal));
    const limit = textOf(flags, 'limit');
    const waiting = await desk.list(limit === undefined ? {} : { limit: readLimit(limit) });
    if (flags['json'] === true) {
      terminal.print(visibleJson(waiting, 2));
    } else if (waiting.length === 0) {
      terminal.say('Nothing waits for an answer');
    } else {
      const rows = waiting.map(({ id, kind, toolId, owner, expiresAt, preview }) =>
        [id, kind, toolId, ownerLabel(owner), expiresAt, preview].map(visibleText),
      );
      const { style, width } = terminal;
      terminal.print(toTable(rows, { header: ['ID', 'KIND', 'TOOL', 'USER', 'UNTIL', 'PREVIEW'], style, width }));
    }
    return ExitCode.done;
  },
};

/** `helve approvals`: what waits for a person, and their answer. */
export const approvalsCommand: Command = {
  ...approvalsLsCommand,
  name: 'approvals',
  summary: 'list what waits for a person, approve or reject it',
  examples: ['approvals ls', 'approvals show apr_5d41', 'approvals approve apr_5d41', 'approvals reject apr_5d41'],
  subcommands: [approvalsLsCommand, approvalsShowCommand, approvalsApproveCommand, approvalsRejectCommand],
};
