import { existsSync } from 'node:fs';
import type { ToolInvokeContext } from '@helve/core';
import { flowErrors } from '@helve/flow';
import { resolvePaths, planSteps, readPathValue, type FlowPlan, type PlanStep } from '@helve/flow/engine';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { isAtTerminal } from '../reach/caller-files.js';
import { shownPath } from '../reach/shown-path.js';

/** Refuses a plan whose steps are to read files that are not there. */
export function assertFiles(
  plan: FlowPlan,
  { tools, folder }: Pick<ProjectHost, 'tools' | 'folder'>,
  ctx: ToolInvokeContext,
): void {
  for (const step of planSteps(plan)) {
    const missing = listFiles(step, { tools, folder }).find((path) => !existsSync(path));
    if (missing === undefined) continue;
    const suggestion = `Correct the path that step ${step.node} "${step.tool}" names, or bring the file there`;
    const name = isAtTerminal(ctx) ? missing : shownPath(missing, folder);
    throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'file', name }, { details: { suggestion } });
  }
}

/** The files that a step reads besides its content; those named by the locale of a pass are left to the step. */
function listFiles({ tool, config }: PlanStep, { tools, folder }: Pick<ProjectHost, 'tools' | 'folder'>): string[] {
  const schema = tools.get(tool)?.schema;
  if (schema === undefined) return [];
  const placed = resolvePaths(schema, config, folder);
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const text = placed[name];
    if (property['x-path'] !== 'in' || typeof text !== 'string' || text === '' || text.includes('${')) return [];
    const value = readPathValue(text, {}, tool);
    return value.kind === 'path' ? [value.path] : [];
  });
}
