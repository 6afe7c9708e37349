import type { GatewayOptions } from '@helve/gateway';
import type { Line } from '../line/open-line.js';

/** With rules there is something to look back at, and somebody to ask. */
export async function evidenceOf(
  line: Line,
): Promise<Pick<GatewayOptions, 'approvals' | 'selfApproval' | 'trail' | 'ready'>> {
  const { store, selfApproval } = line;
  if (store === undefined) return {};
  const { createApprovalDesk } = await import('../line/approval-desk.js');
  const ready = () => store.trail.check();
  return { approvals: createApprovalDesk(line, store), selfApproval, trail: store.trail, ready };
}
