import type { ToolRecord } from '@helve/core';
import type { ToolInfo } from '../tool/tool-info.js';
import { flowCheckTool } from './flow-check-tool.js';
import type { FlowHost } from './flow-host.js';
import { flowPreviewTool } from './flow-preview-tool.js';
import { toolFromFlowTool } from './tool-from-flow-tool.js';

/** Every flow tool that is not internal, and the tools for whole flows, as tools to call. */
export function flowRecords(host: FlowHost): readonly ToolRecord[] {
  const forTools = callableTools(host).map(({ name }) => toolFromFlowTool(name, host));
  return [flowCheckTool(host), flowPreviewTool(host), ...forTools];
}

/** The flow tools that can be called by themselves. `call` is a tool to call already. */
export function callableTools({ tools }: Pick<FlowHost, 'tools'>): readonly ToolInfo[] {
  return tools.list({ shown: true }).filter(({ hasShortForm }) => hasShortForm);
}
