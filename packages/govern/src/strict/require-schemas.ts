import type { ToolHook } from '@helve/core';
import { governErrors } from '../govern-errors.js';
import { refuse } from '../refuse.js';

/** Refuses tools without an input or output schema. */
export function requireSchemas(): ToolHook {
  return {
    name: 'requireSchemas',
    willAuthorize(ctx) {
      const { noSchemaMode, outputSchema } = ctx.tool;
      const side = noSchemaMode !== undefined ? 'input' : outputSchema === undefined ? 'output' : undefined;
      if (side !== undefined) refuse(ctx, governErrors.create('GOVERN_SCHEMA_REQUIRED', { tool: ctx.toolId, side }));
    },
  };
}
