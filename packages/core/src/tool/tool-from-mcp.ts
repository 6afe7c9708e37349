import type { HooksByStage } from '../contract/hook.js';
import type { McpTool } from '../contract/mcp-tool.js';
import type { ToolRecord } from '../contract/tool.js';

/** A record of a tool that is described on the wire; `execute` is whatever reaches it. Its hints are no policy: a stranger wrote them. */
export function toolFromMcp(tool: McpTool, execute: ToolRecord['execute']): ToolRecord {
  const { id, name, title, description, inputSchema, outputSchema, annotations, providedBy } = tool;
  return Object.freeze({
    id,
    name,
    ...(title === undefined ? {} : { title }),
    description: description ?? title ?? name,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: Object.freeze({ ...annotations, ...(providedBy === undefined ? {} : { providedBy }) }),
    hooksByStage: hooksOf(tool),
    execute,
  });
}

function hooksOf({ preHook, postHook }: McpTool): HooksByStage {
  return {
    ...(preHook === undefined ? {} : { willExecute: [{ name: 'preHook', willExecute: preHook }] }),
    ...(postHook === undefined ? {} : { didExecute: [{ name: 'postHook', didExecute: postHook }] }),
  };
}
