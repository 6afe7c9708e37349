import type { GatewayOptions } from '@helve/gateway';
import type { ProjectCaller } from '../caller/open-caller.js';

/** With rules there is something to look back at, and somebody to ask. */
export async function openEvidence(
  projectCaller: ProjectCaller,
): Promise<Pick<GatewayOptions, 'approvals' | 'selfApproval' | 'trail' | 'ready'>> {
  const { store, selfApproval } = projectCaller;
  if (store === undefined) return {};
  const { createApprovals } = await import('../caller/create-approvals.js');
  const ready = () => store.trail.check();
  return { approvals: createApprovals(projectCaller, store), selfApproval, trail: store.trail, ready };
}
