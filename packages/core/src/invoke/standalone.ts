import { drive } from '../async/drive.js';
import { andThen, type MaybePromise } from '../async/maybe-promise.js';
import type { ToolInvokeContext } from '../contract/context.js';
import type { HooksByStage, ToolResolveFn } from '../contract/hook.js';
import type { Issue } from '../contract/issue.js';
import type { ToolRecord } from '../contract/tool.js';
import type { CheckResult } from '../schema/json-schema/compile-json-schema.js';
import { compileInputCheck, type SchemaCheck, type UnknownArgs } from '../schema/compile-tool-schema.js';
import { noteAcceptance, toSealed, type Acceptance } from '../schema/sealed-json.js';
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

/** Checks a value as the input check of a tool does, without calling the tool. */
export async function checkToolInput(tool: ToolRecord, input: unknown): Promise<CheckResult> {
  return compileInputCheck(tool.inputSchema, 'reject')(input);
}

/** An input that was taken: what to call the tool with, and what the tool will get. */
export type InputVerdict =
  | { readonly ok: true; readonly input: unknown; readonly value: unknown; readonly stripped: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * The input check of a tool, as a call asks it, that remembers what it takes: a call with the returned `input`, which is
 * frozen all the way down, does not ask again. What holds more than JSON is checked each time, since it could change.
 */
export function compileInputAcceptor(
  { inputSchema }: ToolRecord,
  unknownArgs: UnknownArgs = 'reject',
): (input: unknown) => MaybePromise<InputVerdict> {
  const check = compileInputCheck(inputSchema, unknownArgs);
  const asItIs: Acceptance = { check };
  return (input) => {
    const sealed = toSealed(input);
    // The common case: the tool gets what was sent.
    if (sealed !== undefined && check.fitsPlainly?.(sealed) === true) {
      noteAcceptance(sealed, asItIs);
      return { ok: true, input: sealed, value: sealed, stripped: nothing };
    }
    const result = check(sealed ?? input);
    return andThen(result, (done) => settle(check, sealed, input, done));
  };
}

const nothing: readonly string[] = Object.freeze([]);

function settle(check: SchemaCheck, sealed: object | undefined, input: unknown, result: CheckResult): InputVerdict {
  if (!result.ok) return result;
  const { value: given, stripped } = result;
  const value = toSealed(given);
  if (sealed === undefined || value === undefined) return { ok: true, input: sealed ?? input, value: given, stripped };
  noteAcceptance(sealed, { check, made: { value, stripped: Object.freeze(stripped) } });
  return { ok: true, input: sealed, value, stripped };
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
  return Object.create(call, { plan: { value: { ...call.plan, ...plan } }, hooks: { value: instances } }) as Call;
}
