import type { Approvals } from '@helve/gateway';
import { projectErrors } from '../project-errors.js';
import type { Project } from '../open-project.js';
import { openCaller, type OpenCallerOptions } from './open-caller.js';

/** Opens what the calls of a project wait for, to be answered. */
export async function openApprovals(project: Project, options: OpenCallerOptions): Promise<Approvals> {
  const projectCaller = await openCaller(project, options);
  if (projectCaller.store === undefined) throw projectErrors.create('PROJECT_UNGOVERNED', { file: project.configFile });
  const { createApprovals } = await import('./create-approvals.js');
  return createApprovals(projectCaller, projectCaller.store);
}
