import type { ToolHook } from '../contract/hook.js';
import type { ToolRecord } from '../contract/tool.js';
import { badOption, toolNotFound } from '../errors/call-errors.js';
import { coreErrors } from '../errors/core-errors.js';
import { Cancellation } from './cancel/cancellation.js';
import { cancelError } from './cancel/race-cancel.js';
import { Call, type Nested } from './context/call.js';
import type { InvokeContext } from './context/invoke-context.js';
import type { InvokeOptions } from './invoke-options.js';
import { instantiateAll } from './plan/hook-plan.js';
import { planOf, type KeptPlan } from './plan/tool-plan.js';
import { openViews } from './provider/provider-views.js';

const MAX_DEPTH = 8;
const noHooks: readonly ToolHook[] = Object.freeze([]);

/** find the tool ▸ plan ▸ context ▸ provider views. Throws what is wrong before any hook could run. */
export function openCall(options: Partial<InvokeOptions>, nested: Nested, parent?: InvokeContext): Call {
  const tool = findTool(options, parent);
  const depth = parent === undefined ? 0 : parent.depth + 1;
  if (depth > (options.maxDepth ?? MAX_DEPTH)) throw coreErrors.create('CALL_DEPTH_EXCEEDED', { tool: tool.id, depth });
  const kept = planOf(tool, options);
  const { plan } = kept;
  const hooks = plan.hasHooks ? takeHooks(kept, options, tool.id) : noHooks;
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

/** Classes are resolved for each call, and those made to look at serve the first; without any class, the sources are the hooks. */
function takeHooks(kept: KeptPlan, options: Partial<InvokeOptions>, toolId: string): readonly ToolHook[] {
  const { plan, first } = kept;
  if (first === undefined) {
    return plan.hasClasses ? instantiateAll(plan, options.resolve, toolId) : (plan.sources as readonly ToolHook[]);
  }
  kept.first = undefined;
  return first;
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
