import type { ToolRecord } from '../contract/tool.js';
import { badOption, toolNotFound } from '../errors/call-errors.js';
import { coreErrors } from '../errors/core-errors.js';
import { Cancellation, cancelError } from './cancellation.js';
import { Call, type Nested } from './context/call.js';
import type { InvokeContext } from './context/invoke-context.js';
import type { InvokeOptions } from './invoke-options.js';
import { planCall } from './plan/tool-plan.js';
import { openViews } from './provider-views.js';

const MAX_DEPTH = 8;

/** find the tool ▸ plan ▸ context ▸ provider views. Throws what is wrong before any hook could run. */
export function openCall(options: Partial<InvokeOptions>, nested: Nested, parent?: InvokeContext): Call {
  const tool = findTool(options, parent);
  const depth = parent === undefined ? 0 : parent.depth + 1;
  if (depth > (options.maxDepth ?? MAX_DEPTH)) throw coreErrors.create('CALL_DEPTH_EXCEEDED', { tool: tool.id, depth });
  const { plan, hooks } = planCall(tool, options);
  const { signal, timeoutMs, clock, registry } = options;
  const isCancellable = signal !== undefined || timeoutMs !== undefined;
  const cancellation = isCancellable ? new Cancellation(signal, timeoutMs, clock) : undefined;
  const call = new Call(tool, options, plan, hooks, parent, depth, cancellation, nested);
  try {
    if (cancellation?.cancelled === true) throw cancelError(call);
    if (registry !== undefined) openViews(call);
  } catch (thrown) {
    cancellation?.close();
    throw thrown;
  }
  return call;
}

function findTool({ tool, tools }: Partial<InvokeOptions>, parent: InvokeContext | undefined): ToolRecord {
  const found = typeof tool === 'string' ? tools?.get(tool) : tool;
  if (found === undefined)
    throw toolNotFound(typeof tool === 'string' ? tool : 'unknown', tools?.list().map(({ id }) => id) ?? []);
  if (typeof found.id !== 'string' || found.inputSchema === undefined)
    throw badOption('unknown', 'option "tool" is not a tool');
  // Tools for tools only: to the outside there is no such tool.
  if (parent === undefined && found.tags?.includes('internal') === true) throw toolNotFound(found.id, []);
  return found;
}
