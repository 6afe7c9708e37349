import type { ToolRecord } from '@helve/core';
import { flowCheckTool } from './flow-check-tool.js';
import type { FlowHost } from './flow-host.js';
import { flowPreviewTool } from './flow-preview-tool.js';
import { flowRunTool } from './flow-run-tool.js';
import { toolFromFlowTool } from './tool-from-flow-tool.js';

/** Every flow tool that is not internal, and the flows themselves, as tools to call. `call` is one already. */
export function flowRecords(host: FlowHost): readonly ToolRecord[] {
  const names = host.tools
    .list({ shown: true })
    .filter(({ hasShortForm }) => hasShortForm)
    .map(({ name }) => name);
  return [
    flowCheckTool(host),
    flowRunTool(host),
    flowPreviewTool(host),
    ...names.map((name) => toolFromFlowTool(name, host)),
  ];
}
