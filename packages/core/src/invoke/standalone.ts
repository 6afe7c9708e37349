import { drive } from '../async/drive.js';
import type { ToolInvokeContext } from '../contract/context.js';
import type { HooksByStage, ToolResolveFn } from '../contract/hook.js';
import type { ToolRecord } from '../contract/tool.js';
import { runAround } from './around.js';
import { planHooks } from './plan/hook-plan.js';
import type { Call } from './context/call.js';
import { callOf, InvokeContext } from './context/invoke-context.js';
import type { InvokeOptions } from './invoke-options.js';
import { begin } from './invoke-tool.js';
import { runRow } from './stage.js';

/** Makes a context as a call would have it, for parts of a call that are run alone. */
export function createInvokeContext(options: InvokeOptions): ToolInvokeContext {
  return begin(options).ctx;
}

/** Wraps `exec` in the around hooks of a tool, as a call does; works without the rest of the engine. */
export function wrapWithAround(
  tool: ToolRecord,
  ctx: ToolInvokeContext,
  exec: () => unknown,
  resolve?: ToolResolveFn,
  globalHooksByStage?: HooksByStage,
): () => Promise<unknown> {
  const call = rehooked(ctx, tool, resolve, globalHooksByStage);
  const { aroundExecute } = call.plan.stages;
  return async () => (aroundExecute === null ? exec() : runAround(call, aroundExecute, exec));
}

/** Lets the hooks of a tool bind providers to a context, as a call does. */
export async function willBindProvidersStage(
  tool: ToolRecord,
  ctx: ToolInvokeContext,
  resolve?: ToolResolveFn,
  globalHooksByStage?: HooksByStage,
): Promise<void> {
  const call = rehooked(ctx, tool, resolve, globalHooksByStage);
  const binding = runRow(call, call.plan.stages.willBindProviders);
  if (binding !== undefined) await drive(binding);
}

/** Gives the call of a context with other hooks; everything else is shared, so that the context sees what they do. */
function rehooked(
  ctx: ToolInvokeContext,
  tool: ToolRecord,
  resolve: ToolResolveFn | undefined,
  globalHooksByStage: HooksByStage | undefined,
): Call {
  if (!(ctx instanceof InvokeContext)) throw new TypeError('Cannot run a stage: this is no context of a call');
  const call = callOf(ctx);
  const { plan, instances } = planHooks(tool, { resolve, globalHooksByStage }, () => undefined);
  return Object.create(call, {
    plan: { value: { ...call.plan, ...plan } },
    hooks: { value: instances },
    stepEndMs: { value: -1, writable: true },
  }) as Call;
}
