import { ToolError, type ToolRecord } from '@helve/core';

/** A record that steps of flows use, and nobody calls by itself: what it costs was agreed to by who started the flow. */
export function onlyForSteps(tool: ToolRecord, suggestion: string): ToolRecord {
  return Object.freeze({
    ...tool,
    execute: (input: never, ctx: Parameters<ToolRecord['execute']>[1]) => {
      if (ctx.parent !== undefined) return tool.execute(input, ctx);
      throw new ToolError('AUTH', `Cannot call "${tool.id}": only steps of flows use it`, { details: { suggestion } });
    },
  });
}
