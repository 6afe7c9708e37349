import type { Part, StepContext, ToolMeta } from '@helve/flow';
import { warnOfDemo } from '../../model/demo-model.js';
import { GroupRun, type GroupWork } from './group-run.js';
import { groupStream, type GroupLimits } from './group-stream.js';

/** Processes a stream with a tool that sends requests. */
export function runGroups<Value>(
  config: GroupLimits & { readonly provider: string },
  meta: ToolMeta,
  ctx: StepContext,
  input: AsyncIterable<Part>,
  work: GroupWork<Value>,
): AsyncIterable<Part> {
  warnOfDemo(config, ctx);
  const run = new GroupRun(work, meta, ctx);
  return groupStream(config, ctx, input, (blocks) => run.handle(blocks));
}
