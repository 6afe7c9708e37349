import type { ToolHook } from '@helve/core';
import type { Approvals } from '@helve/gateway';
import { cliErrors } from '../cli-errors.js';
import type { House } from '../compose.js';
import { openLine } from '../line/open-line.js';
import type { Terminal } from '../terminal.js';
import { terminalLine } from './answer-call.js';

/** The desk of a project, for somebody at its terminal. */
export async function openDesk(house: House, terminal: Terminal, ...hooks: readonly ToolHook[]): Promise<Approvals> {
  const line = await openLine(house, terminalLine(terminal, ...hooks));
  if (line.store === undefined) throw cliErrors.create('CLI_UNGOVERNED', { file: house.configFile });
  const { createApprovalDesk } = await import('../line/approval-desk.js');
  return createApprovalDesk(line, line.store);
}

export function notWaiting(id: string): Error {
  return cliErrors.create('CLI_APPROVAL_NOT_WAITING', { id });
}
