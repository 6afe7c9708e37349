import { visibleJson, visibleText } from '@helve/core';
import { ExitCode } from '../../exit-code.js';
import { toTable } from '../../text/table.js';
import { approvalsApproveCommand } from './approve.js';
import { approvalsRejectCommand } from './reject.js';
import { approvalsShowCommand } from './show.js';
import { flagText, type Command } from '../command.js';
import { ownerLabel } from './find-approval.js';
import { openApprovals } from '@helve/project';
import { terminalCallerOptions } from '../call/print-response.js';
import { readCount } from '../../flags/read-count.js';

const approvalsLsCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list calls that wait for approval',
  flags: [
    { name: 'limit', value: 'COUNT', docs: 'maximum number to list, oldest first (default: 50)' },
    { name: 'json', docs: 'as JSON' },
  ],
  examples: ['approvals ls', 'approvals ls --json'],
  async run({ terminal, flags, openProject }) {
    const approvals = await openApprovals(await openProject(), terminalCallerOptions(terminal));
    const limit = flagText(flags, 'limit');
    const waiting = await approvals.list(limit === undefined ? {} : { limit: readCount(limit, 'limit') });
    if (flags['json'] === true) {
      terminal.print(visibleJson(waiting, 2));
    } else if (waiting.length === 0) {
      terminal.notify('Nothing waits for an answer');
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
  summary: 'list calls that wait for approval; approve or reject them',
  examples: ['approvals ls', 'approvals show apr_5d41', 'approvals approve apr_5d41', 'approvals reject apr_5d41'],
  subcommands: [approvalsLsCommand, approvalsShowCommand, approvalsApproveCommand, approvalsRejectCommand],
};
