import type { FindHostedTool } from '@helve/worker/host';

/** Another door of this package: the worker of a tool that asks for a process of its own finds it in its project. */
export const findProjectTool: FindHostedTool = async (toolId, args) => {
  const { loadProjectTool } = await import('./registry/load-project-tool.js');
  return loadProjectTool(toolId, args);
};
