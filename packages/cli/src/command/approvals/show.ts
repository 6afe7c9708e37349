import { visibleJson, visibleText } from '@helve/core';
import type { Approval } from '@helve/gateway';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';
import { findApproval, ownerLabel } from './find-approval.js';
import { openApprovals } from '@helve/project';
import { terminalCallerOptions } from '../call/print-response.js';

/** `helve approvals show ID`: everything that a person needs to decide. */
export const approvalsShowCommand: Command = {
  name: 'show',
  args: ['<id>'],
  summary: 'show one request: its arguments, caller, door and policy',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['approvals show apr_5d41'],
  async run({ terminal, args: [id = ''], flags, openProject }) {
    const approval = await findApproval(await openApprovals(await openProject(), terminalCallerOptions(terminal)), id);
    terminal.print(flags['json'] === true ? visibleJson(approval, 2) : describe(approval, terminal));
    return ExitCode.done;
  },
};

function describe(approval: Approval, { style, width }: Terminal): string {
  const { id, toolId, toolVersion, preview, masked, answer } = approval;
  const section = (title: string, body: string) => `${style.bold(title)}\n${body.replaceAll(/^/gm, '  ')}`;
  return [
    `${style.bold(id)}  ${visibleText(`${toolId} ${toolVersion}`.trimEnd())}`,
    visibleText(preview),
    toTable(toRows(approval), { style, width, indent: 2 }),
    section('Arguments', visibleJson(approval.arguments, 2)),
    ...(masked.length === 0 ? [] : [section('Masked, since it is secret', masked.map(visibleText).join('\n'))]),
    ...(answer === undefined ? [] : [section('Answer', visibleJson(answer, 2))]),
  ].join('\n\n');
}

function toRows(approval: Approval): string[][] {
  const { kind, state, owner, door, sessionId, turnId, requestId, policy, createdAt, expiresAt } = approval;
  const { decidedBy, decidedAt, reason, edited } = approval;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['kind', kind],
    ['state', state],
    ['asked by', ownerLabel(owner)],
    ['door', door],
    ['session', sessionId],
    ['turn', turnId],
    ['record', requestId],
    ['policy', policy && `${policy.category}, ${policy.sideEffects}${policy.idempotent ? ', idempotent' : ''}`],
    ['effects', policy === undefined || policy.effects.length === 0 ? undefined : policy.effects.join(', ')],
    ['asked at', createdAt],
    ['until', expiresAt],
    ['decided by', decidedBy && ownerLabel(decidedBy)],
    ['decided at', decidedAt],
    ['reason', reason],
    ['edited', edited?.join(', ')],
  ];
  return facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, visibleText(value)]]));
}
