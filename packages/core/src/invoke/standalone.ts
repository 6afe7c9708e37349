import type { ToolInvokeContext } from '../contract/context.js';
import type { HooksByStage, ToolResolveFn } from '../contract/hook.js';
import type { ToolRecord } from '../contract/tool.js';
import type { CheckResult } from '../schema/json-schema/compile-json-schema.js';
import { compileInputCheck, type SchemaCheck } from '../schema/compile-tool-schema.js';
import { runAround } from './around.js';
import { planHooks } from './hook-plan.js';
import type { Invocation } from './invocation.js';
import { InvokeContext, invocationOf } from './invoke-context.js';
import type { InvokeOptions } from './invoke-options.js';
import { begin } from './invoke-tool.js';
import { runStage } from './run-stage.js';

/** A context as a call would have it, for parts of a call that are run alone. */
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
  const inv = rehooked(ctx, tool, resolve, globalHooksByStage);
  return () => runAround(inv, inv.plan.stages.aroundExecute ?? [], exec);
}

/** Lets the hooks of a tool bind providers to a context, as a call does. */
export async function willBindProvidersStage(
  tool: ToolRecord,
  ctx: ToolInvokeContext,
  resolve?: ToolResolveFn,
  globalHooksByStage?: HooksByStage,
): Promise<void> {
  await runStage(rehooked(ctx, tool, resolve, globalHooksByStage), 'willBindProviders');
}

/** What the input check of a tool says about a value, without calling the tool. */
export async function checkToolInput(tool: ToolRecord, input: unknown): Promise<CheckResult> {
  const check = inputChecks.get(tool) ?? compileInputCheck(tool.inputSchema, 'reject');
  inputChecks.set(tool, check);
  return check(input);
}

const inputChecks = new WeakMap<ToolRecord, SchemaCheck>();

/** The same call with other hooks; everything else is shared, so that the context sees what they do. */
function rehooked(
  ctx: ToolInvokeContext,
  tool: ToolRecord,
  resolve: ToolResolveFn | undefined,
  globalHooksByStage: HooksByStage | undefined,
): Invocation {
  if (!(ctx instanceof InvokeContext)) throw new TypeError('Cannot run a stage: this is no context of a call');
  const inv = invocationOf(ctx);
  const { plan, instances } = planHooks(tool, { resolve, globalHooksByStage }, () => undefined);
  return Object.create(inv, { plan: { value: { ...inv.plan, ...plan } }, hooks: { value: instances } }) as Invocation;
}
