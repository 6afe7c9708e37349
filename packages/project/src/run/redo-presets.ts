import type { Json } from '@helve/core';
import type { FlowToolRegistry } from '@helve/flow';
import { planSteps, type FlowPlan } from '@helve/flow/engine';
import type { ConfigByName } from '../config/flow-keys.js';
import { projectErrors } from '../project-errors.js';
import type { RunRequest } from './run-request.js';

/** Name of the parameter of engines that says which existing translations they replace. */
const REDO = 'redo';

/** Adds what a run lets engines replace to the config of every tool that can do so. */
export function withRedo(
  presets: ConfigByName,
  redo: RunRequest['redo'],
  tools: Pick<FlowToolRegistry, 'list'>,
): ConfigByName {
  if (redo === undefined) return presets;
  const engines = tools.list().filter(({ schema }) => schema.properties[REDO] !== undefined);
  const kinds: Json = [...redo];
  return { ...presets, ...Object.fromEntries(engines.map(({ name }) => [name, { ...presets[name], [REDO]: kinds }])) };
}

/** Refuses a run that is to replace translations, and has no step that does. */
export function assertRedo(plan: FlowPlan, redo: RunRequest['redo'], tools: Pick<FlowToolRegistry, 'get'>): void {
  if (redo === undefined) return;
  if (planSteps(plan).some(({ tool }) => tools.get(tool)?.schema.properties[REDO] !== undefined)) return;
  throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem: '--redo needs a step that translates' });
}
