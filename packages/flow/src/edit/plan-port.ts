import { PortSource, PortTarget, type IOPort } from '../contract/meta.js';
import type { Block } from '../contract/block.js';
import type { EditPlan } from '../contract/edit.js';
import { flowErrors } from '../flow-errors.js';
import type { EditContext } from './edit-context.js';

/** Refuses a plan that rewrites a side which the step does not say it writes. */
export function assertPlanPorts(block: Block, plan: EditPlan, context: EditContext): void {
  const { produces } = context.meta;
  if (plan.source !== undefined || plan.replaceAll !== undefined) {
    if (!produces.some(isPort('source', PortSource))) throw undeclaredPort(context.tool, block.id, 'source@source');
  }
  if (
    plan.targets !== undefined &&
    Object.keys(plan.targets).length > 0 &&
    !produces.some(isPort('target', PortTarget))
  ) {
    throw undeclaredPort(context.tool, block.id, 'target@target');
  }
}

function isPort(type: string, side: IOPort['side']): (port: IOPort) => boolean {
  return (port) => port.type === type && port.side === side;
}

/** A write to something that the step does not declare. */
export function undeclaredPort(tool: string, block: string, port: string): Error {
  const facts = { tool, block, port };
  return flowErrors.create('FLOW_UNDECLARED_PORT', facts, { details: facts });
}
