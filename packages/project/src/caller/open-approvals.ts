import type { Approvals } from '@helve/gateway';
import { projectErrors } from '../project-errors.js';
import type { Project } from '../open-project.js';
import { openCaller, type OpenCallerOptions } from './open-caller.js';

/** Opens what the calls of a project wait for, to be answered. */
export async function openApprovals(house: Project, options: OpenCallerOptions): Promise<Approvals> {
  const line = await openCaller(house, options);
  if (line.store === undefined) throw projectErrors.create('PROJECT_UNGOVERNED', { file: house.configFile });
  const { createApprovalDesk } = await import('./create-approvals.js');
  return createApprovalDesk(line, line.store);
}
