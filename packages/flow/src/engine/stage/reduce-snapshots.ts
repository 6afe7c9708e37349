import type { Json } from '@helve/core';
import { planSteps } from '../../binding/plan-steps.js';
import type { FileAccess } from '../../contract/file-access.js';
import type { FlowPlan } from '../../contract/plan.js';
import type { FlowTool } from '../../contract/tool.js';
import { isBarrierTool } from '../../tool/base-tool.js';
import { isBarrierOf } from '../document-locales.js';
import type { ToolFactoryPort } from '../run-env.js';
import type { ReduceSnapshots } from './run-barrier.js';

/** Creates the function that condenses the snapshots of a step by its tool, once for all documents of a run. */
export function snapshotReducer(
  plan: FlowPlan,
  tools: ToolFactoryPort,
  files: FileAccess | undefined,
): ReduceSnapshots {
  const steps = planSteps(plan);
  return (barrier, all) => {
    const step = steps.find((each) => isBarrierOf(each, barrier));
    return step === undefined ? all : reduceSnapshots(tools.create(step.tool, step.config, { files }), all);
  };
}

/** Condenses snapshots by a tool; one without a function for it gets them all. */
export function reduceSnapshots(tool: FlowTool, all: readonly Json[]): readonly Json[] {
  return isBarrierTool(tool) && tool.reduce !== undefined ? [tool.reduce(all)] : all;
}
