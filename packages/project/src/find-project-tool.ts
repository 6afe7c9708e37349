import type { FindHostedTool } from '@helve/worker/host';

/** Finds a tool in its project, for the worker of a tool that asks for a process of its own. */
export const findProjectTool: FindHostedTool = async (toolId, args) => {
  const { loadProjectTool } = await import('./registry/load-project-tool.js');
  return loadProjectTool(toolId, args);
};
