import type { ToolHook, ToolResponse } from '@helve/core';

/** Keeps an output as it was before `resultCap` cut it for models and clients. */
export interface WholeOutput {
  readonly hook: ToolHook;
  /** The answer with all of its data, if some was cut off. */
  restore(response: ToolResponse): ToolResponse;
}

/** Later than everything that shapes an output, and just before it is cut. */
const priority = -800;

/** For one call of a terminal, which has room for everything; the trail keeps what was cut. */
export function createWholeOutput(): WholeOutput {
  let output: unknown;
  return {
    hook: {
      name: 'wholeOutput',
      priority: () => priority,
      willTransformOutput(ctx) {
        if (ctx.depth === 0) output = ctx.output;
      },
    },
    restore: (response) =>
      response.ok && response.meta['truncated'] === true ? { ...response, data: output } : response,
  };
}
