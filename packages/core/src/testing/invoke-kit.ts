import type { ToolHook } from '../contract/hook.js';
import type { ToolHookStage } from '../contract/stage.js';
import type { ToolRecord } from '../contract/tool.js';
import type { InvokeOptions } from '../invoke/invoke-options.js';
import { invokeTool } from '../invoke/invoke-tool.js';

/** Makes a tool that answers "done", with other parts where they are given. */
export function toolThat(more: Partial<ToolRecord> = {}): ToolRecord {
  const inputSchema = { type: 'object' } as const;
  return {
    id: 'it',
    name: 'It',
    description: 'Does it',
    inputSchema,
    hooksByStage: {},
    execute: () => 'done',
    ...more,
  };
}

/** Invokes it, or the tool that is given, and drops what would be reported. */
export const run = (options: Partial<InvokeOptions>) =>
  invokeTool({ tool: toolThat(), report: () => undefined, ...options });

/** Makes a hook that writes its name down in the given stages. */
export function noting(seen: string[], name: string, stages: readonly ToolHookStage[], priority?: number): ToolHook {
  const hook: ToolHook = { name, ...(priority === undefined ? {} : { priority: () => priority }) };
  for (const stage of stages) {
    if (stage === 'aroundExecute') hook.aroundExecute = (_ctx, next) => (seen.push(name), next());
    else hook[stage] = () => void seen.push(name);
  }
  return hook;
}
