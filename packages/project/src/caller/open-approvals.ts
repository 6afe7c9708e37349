import type { Approvals } from '@helve/gateway';
import { projectErrors } from '../project-errors.js';
import type { House } from '../open-project.js';
import { openLine, type LineOptions } from './open-caller.js';

/** Opens what the calls of a project wait for, to be answered. */
export async function openApprovals(house: House, options: LineOptions): Promise<Approvals> {
  const line = await openLine(house, options);
  if (line.store === undefined) throw projectErrors.create('PROJECT_UNGOVERNED', { file: house.configFile });
  const { createApprovalDesk } = await import('./create-approvals.js');
  return createApprovalDesk(line, line.store);
}
