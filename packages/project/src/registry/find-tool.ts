import { nearestNames, type RegistrySnapshot, type ToolContract } from '@helve/core';
import { projectErrors, didYouMean } from '../project-errors.js';

/** The contract of a tool that was named on the command line. */
export function findTool(tools: RegistrySnapshot, name: string): ToolContract {
  const found = tools.contracts().find(({ id }) => id === name);
  if (found !== undefined) return found;
  const near = nearestNames(
    name,
    tools.contracts().map(({ id }) => id),
  );
  throw projectErrors.create(
    'PROJECT_TOOL_UNKNOWN',
    { tool: name },
    near.length === 0 ? {} : { details: didYouMean(near) },
  );
}
