import { ToolError, type ToolRecord } from '@helve/core';
import { createExecRunTool } from '@helve/l10n';
import type { Io } from '../io.js';

/** The record `exec.run`, for steps of flows alone: those have consent to what they run, a caller from afar has none. */
export function execRun(env: Io['env']): ToolRecord {
  const tool = createExecRunTool({ environment: env });
  return Object.freeze({
    ...tool,
    execute: (input: never, ctx: Parameters<ToolRecord['execute']>[1]) => {
      if (ctx.parent !== undefined) return tool.execute(input, ctx);
      throw new ToolError('AUTH', `Cannot call "${tool.id}": only steps of flows run programs`, {
        details: { suggestion: 'Run the tool external-command, or a flow with it' },
      });
    },
  });
}
